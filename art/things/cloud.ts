import { type Ramp, shadeOf } from "../kit/color.ts";
import { around, createRandom } from "../kit/random.ts";
import { oval } from "../kit/shape.ts";
import { brush } from "../kit/stroke.ts";
import { fixed, group, path, place } from "../kit/svg.ts";

/** A cumulus cloud with a flat base, about 280 wide at size 1, lit from the upper left. */
export function heapCloud(x: number, y: number, size: number, ramp: Ramp, seed: number): string {
  const random = createRandom(seed);
  let puffs = "";
  for (let layer = 0; layer < 3; layer++) {
    for (let i = 0; i < 18; i++) {
      const t = random() * 2 - 1;
      const swell = (1 - t * t) * (0.7 + 0.3 * Math.sin(t * 5 + seed));
      const r = 10 + swell * 26 * (1 - layer * 0.22);
      const [px, py] = [t * 125 - layer * 8, -r * 0.5 - random() * 46 * swell - layer * 7];
      puffs += path(
        oval(px, py, r * 1.15, r * 0.8),
        shadeOf(ramp, 0.22 + layer * 0.3 - t * 0.12 - py / 300 + around(random, 0.08)),
        `opacity=".8"`,
      );
    }
  }
  const foot = brush("M-150 2Q-20 -10 150 2", 26, ramp[0] ?? "", { opacity: 0.55, seed });
  return place(group(puffs + foot, `filter="url(#cloud)"`), x, y, 0, size);
}

/** A feathery cloud of long strokes. */
export function featherCloud(x: number, y: number, size: number, ramp: Ramp, seed: number): string {
  const random = createRandom(seed);
  let strokes = "";
  for (let i = 0; i < 46; i++) {
    const t = random() * 2 - 1;
    const lift = (1 - t * t) * 30 * random();
    strokes += brush(
      `M${fixed(t * 150 - 36)} ${fixed(-lift + 4)}Q${fixed(t * 150)} ${fixed(-lift - 7)} ${fixed(t * 150 + 40)} ${fixed(-lift + 3)}`,
      17 * (1 - Math.abs(t) * 0.6),
      shadeOf(ramp, 0.2 + lift / 28 + around(random, 0.2)),
      { opacity: 0.55, seed: i },
    );
  }
  return place(group(strokes, `filter="url(#cloud)"`), x, y, -2, size);
}
