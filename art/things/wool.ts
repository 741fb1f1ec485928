import type { Ramp } from "../kit/color.ts";
import { egg, type Light } from "../kit/light.ts";
import { oval } from "../kit/shape.ts";
import { daub } from "../kit/stroke.ts";
import { clip, path } from "../kit/svg.ts";

export function woolBall(x: number, y: number, r: number, ramp: Ramp, light: Light, seed: number): string {
  const d = oval(x, y, r, r);
  const layers = [0.5, -0.7, 1.5].map((flow, i) =>
    daub(d, {
      count: 120,
      length: r * 0.8,
      width: 3.4,
      flow,
      shade: egg(x, y, r, r, light),
      ramp,
      seed: seed + i,
      opacity: 0.75,
      bend: 0.35,
    }),
  );
  return clip(d, path(d, ramp[1] ?? "") + layers.join(""));
}
