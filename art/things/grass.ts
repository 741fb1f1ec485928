import { type Ramp, shadeOf } from "../kit/color.ts";
import { around, createRandom } from "../kit/random.ts";
import { brush, profiles } from "../kit/stroke.ts";
import { fixed } from "../kit/svg.ts";

type GrassOptions = {
  readonly left: number;
  readonly right: number;
  /** ground line: y for each x */
  readonly ground: (x: number) => number;
  /** how far blades may be in front of or behind the ground line */
  readonly depth: number;
  readonly count: number;
  readonly height: number;
  readonly width: number;
  readonly ramp: Ramp;
  /** lean from the wind, radians; positive is right */
  readonly lean: number;
  readonly seed: number;
};

/** Blades of grass, back to front. */
export function grass(options: GrassOptions): string {
  const { left, right, ground, depth, count, height, width, ramp, lean, seed } = options;
  const random = createRandom(seed);
  const blades = Array.from({ length: count }, () => ({ x: left + random() * (right - left), back: random() }));

  return blades
    .toSorted((a, b) => b.back - a.back)
    .map(({ x, back }, i) => {
      const y = ground(x) + depth * (0.5 - back);
      const reach = height * (0.5 + random() * 0.7) * (1 - back * 0.3);
      const angle = lean + around(random, 0.5);
      const [tx, ty] = [x + Math.sin(angle) * reach, y - Math.cos(angle) * reach];
      const color = shadeOf(ramp, 0.2 + (1 - back) * 0.35 + random() * 0.45);
      return brush(
        `M${fixed(x)} ${fixed(y)}Q${fixed(x + Math.sin(lean * 0.3) * reach * 0.4)} ${fixed(y - reach * 0.6)} ${fixed(tx)} ${fixed(ty)}`,
        width * (0.6 + random() * 0.7),
        color,
        { profile: (t) => profiles.tail(t) ** 0.7 + 0.04, seed: i, points: 7 },
      );
    })
    .join("");
}
