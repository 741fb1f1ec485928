import { type Ramp, shadeOf } from "./color.ts";
import { around, createRandom } from "./random.ts";
import type { Field } from "./stroke.ts";
import { clip, fixed } from "./svg.ts";

type KnitOptions = {
  /** center and half width of the body under the wool */
  readonly cx: number;
  readonly rx: number;
  readonly top: number;
  readonly bottom: number;
  readonly rows: number;
  /** columns on each side of the center */
  readonly columns: number;
  readonly ramp: Ramp;
  readonly shade: Field;
  /** how far rows sag at the center */
  readonly sag?: number;
  readonly seed: number;
  readonly opacity?: number;
  /** rotates the pattern around its center, degrees */
  readonly turn?: number;
};

/** Rows of V stitches, narrower toward the sides, so a flat shape looks round. */
export function knit(d: string, options: KnitOptions): string {
  const { cx, rx, top, bottom, rows, columns, ramp, shade, sag = 10, seed, opacity = 0.75, turn = 0 } = options;
  const random = createRandom(seed);
  const step = (bottom - top) / rows;
  const middle = (top + bottom) / 2;
  const angle = (turn * Math.PI) / 180;
  const lit = (x: number, y: number) => {
    const [u, v] = [x - cx, y - middle];
    return shade(cx + u * Math.cos(angle) - v * Math.sin(angle), middle + u * Math.sin(angle) + v * Math.cos(angle));
  };
  let stitches = "";
  for (let row = 0; row <= rows; row++) {
    for (let column = -columns; column <= columns; column++) {
      const u = (column / columns) * 1.45;
      const x = cx + rx * Math.sin(u);
      const y = top + row * step + sag * Math.cos(u) + around(random, 0.8);
      const half = ((Math.cos(u) * rx * 1.45) / columns) * 0.52;
      if (half < 0.8) continue;
      for (const side of [-1, 1]) {
        const color = shadeOf(ramp, lit(x, y) + around(random, 0.08));
        stitches += `<path d="M${fixed(x + side * half)} ${fixed(y - step * 0.5)}Q${fixed(x + side * half * 0.2)} ${fixed(y)} ${fixed(x)} ${fixed(y + step * 0.55)}" stroke="${color}"/>`;
      }
    }
  }
  const pattern = `<g fill="none" stroke-width="${fixed(step * 0.42)}" stroke-linecap="round" opacity="${opacity}" transform="rotate(${turn} ${cx} ${middle})">${stitches}</g>`;
  return clip(d, pattern);
}
