import { type Ramp, shadeOf } from "../kit/color.ts";
import { around, createRandom } from "../kit/random.ts";
import { oval } from "../kit/shape.ts";
import type { Field } from "../kit/stroke.ts";
import { fixed, path, place } from "../kit/svg.ts";

const BLOSSOM: Ramp = ["#b0708c", "#d894a8", "#efb8c2", "#fbdcdc", "#fff6f0"];

const PETAL = "M0 0C-7 -4 -9 -12 -3.5 -16Q0 -13 3.5 -16C9 -12 7 -4 0 0Z";

export const petal = (x: number, y: number, turn: number, size: number, tone: number) =>
  place(
    path(PETAL, shadeOf(BLOSSOM, tone)) +
      path("M-2 -3C-4 -8 -4 -11 -2 -14C-1 -10 -1 -6 -2 -3Z", "#fffaf6", `opacity=".6"`),
    x,
    y,
    turn,
    size,
  );

/** A flower with five petals; `squash` below 1 tilts it. */
function flower(x: number, y: number, size: number, turn: number, squash: number, tone: number): string {
  const petals = [0, 1, 2, 3, 4].map((i) =>
    place(path(PETAL, shadeOf(BLOSSOM, tone + (i % 3) * 0.06 - 0.06)), 0, 0, i * 72),
  );
  const threads = [0, 1, 2, 3, 4, 5].map((i) => {
    const a = i * 1.05 + 0.3;
    return `<path d="M0 0L${fixed(Math.cos(a) * 6)} ${fixed(Math.sin(a) * 6)}" stroke="#b8607a" stroke-width="1"/><circle cx="${fixed(Math.cos(a) * 6.5)}" cy="${fixed(Math.sin(a) * 6.5)}" r="1.3" fill="#f4c04a"/>`;
  });
  return place(petals.join("") + path(oval(0, 0, 3.2, 3.2), "#c8688a") + threads.join(""), x, y, turn, [
    size,
    size * squash,
  ]);
}

/** A cluster: petals on the dark side, open flowers on the lit side. */
export function bunch(x: number, y: number, rx: number, ry: number, count: number, light: Field, seed: number): string {
  const random = createRandom(seed);
  let drawn = "";
  for (let i = 0; i < count; i++) {
    const a = random() * Math.PI * 2;
    const r = Math.sqrt(random());
    const [px, py] = [x + Math.cos(a) * rx * r, y + Math.sin(a) * ry * r];
    const tone = light(px, py);
    const size = 0.55 + random() * 0.45;
    drawn +=
      i < count * 0.62
        ? petal(px, py, random() * 360, size, tone * 0.8 + around(random, 0.1))
        : flower(px, py, size * 0.85, random() * 72, 0.6 + random() * 0.4, tone + 0.12 + around(random, 0.08));
  }
  return drawn;
}
