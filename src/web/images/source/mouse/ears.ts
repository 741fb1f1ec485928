import { egg, type Light, toned } from "../kit/light.ts";
import { brush, daub } from "../kit/stroke.ts";
import { blend, clip, group, painted, path, radial } from "../kit/svg.ts";
import { FUR, SKIN } from "./palette.ts";

const NEAR = "M8 -66C-14 -120 0 -182 50 -190C108 -196 136 -142 116 -98C104 -66 70 -44 46 -46C28 -48 14 -54 8 -66Z";
const NEAR_IN = "M24 -74C6 -118 18 -168 54 -173C96 -176 116 -140 101 -106C92 -80 66 -62 48 -62C36 -62 28 -66 24 -74Z";
const FAR_EDGE = "M-58 -66C-86 -98 -90 -154 -56 -172C-36 -180 -16 -174 -4 -160";
const NEAR_EDGE = "M10 -70C-12 -120 2 -181 50 -189C84 -192 112 -172 120 -140";
const FAR = "M-58 -60C-88 -96 -92 -156 -56 -174C-18 -186 14 -146 8 -104C2 -76 -10 -62 -26 -56Z";
const FAR_IN = "M-50 -70C-72 -98 -76 -146 -50 -158C-22 -166 0 -136 -6 -104C-10 -84 -22 -72 -32 -68Z";

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

/** Both ears, to be drawn before the skull: it covers their roots. */
export function ears(light: Light): string {
  const shade = egg(60, -120, 70, 80, light);
  const far =
    path(FAR, FUR[2] ?? "", `filter="url(#fuzz)"`) +
    clip(
      FAR,
      painted(FAR_IN, inside, `filter="url(#blur2)"`) +
        daub(FAR_IN, {
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
    path(NEAR, FUR[3] ?? "", `filter="url(#fuzz)"`) +
    clip(
      NEAR,
      painted(NEAR_IN, inside, `filter="url(#blur2)"`) +
        daub(NEAR_IN, {
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
