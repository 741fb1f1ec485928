import { egg, type Light, toned } from "../kit/light.ts";
import { brush, daub } from "../kit/stroke.ts";
import { blend, clip, group, painted, path, radial } from "../kit/svg.ts";
import { EAR_FAR, EAR_FAR_INSIDE, EAR_NEAR, EAR_NEAR_INSIDE } from "./outlines.ts";
import { FUR, SKIN } from "./palette.ts";

const FAR_EDGE = "M-58 -66C-86 -98 -90 -154 -56 -172C-36 -180 -16 -174 -4 -160";
const NEAR_EDGE = "M10 -70C-12 -120 2 -181 50 -189C84 -192 112 -172 120 -140";

const inside = radial(
  [
    [0, "#ffd2b0"],
    [0.4, "#ee9c84"],
    [1, "#8e4144"],
  ],
  [0.3, 0.25, 0.95],
);

const shadow = (d: string, color: string, opacity: number) =>
  path(d, color, `opacity="${opacity}" filter="url(#blur10)" ${blend("multiply")}`);

/** Both ears. Draw them before the skull, which covers their roots. */
export function ears(light: Light): string {
  const shade = egg(60, -120, 70, 80, light);
  const far =
    path(EAR_FAR, FUR[2] ?? "", `filter="url(#fuzz)"`) +
    clip(
      EAR_FAR,
      painted(EAR_FAR_INSIDE, inside, `filter="url(#blur2)"`) +
        daub(EAR_FAR_INSIDE, {
          count: 120,
          length: 15,
          width: 1.1,
          flow: -1.2,
          shade: toned((x, y) => shade(x + 60, y), 0.7),
          ramp: SKIN,
          seed: 9,
          opacity: 0.35,
        }) +
        shadow("M10 -180L20 -50L-40 -50Q-2 -90 10 -180Z", "#4a2320", 0.5) +
        shadow("M-64 -50Q-40 -96 -4 -96L10 -50Z", "#5a2526", 0.5),
    ) +
    brush(FAR_EDGE, 4, "#ffe6b8", { opacity: 0.6, seed: 3, attributes: `filter="url(#blur2)"` });
  const near =
    path(EAR_NEAR, FUR[3] ?? "", `filter="url(#fuzz)"`) +
    clip(
      EAR_NEAR,
      painted(EAR_NEAR_INSIDE, inside, `filter="url(#blur2)"`) +
        daub(EAR_NEAR_INSIDE, {
          count: 260,
          length: 16,
          width: 1.1,
          flow: (x, y) => Math.atan2(y + 60, x - 46),
          shade: toned(shade, 0.7),
          ramp: SKIN,
          seed: 8,
          opacity: 0.42,
        }) +
        shadow("M20 -60Q30 -90 58 -100Q84 -104 104 -80L80 -40Z", "#5a2526", 0.55) +
        shadow("M118 -60C150 -120 130 -190 70 -196C116 -180 124 -130 96 -80Z", "#4a2a22", 0.45),
    ) +
    brush(NEAR_EDGE, 4.5, "#ffe6b8", { opacity: 0.85, seed: 2, attributes: `filter="url(#blur2)"` });
  return (
    group(far, `transform="rotate(-6 -30 -60) translate(4 8)"`) +
    group(near, `transform="rotate(11 56 -50) translate(2 10)"`)
  );
}
