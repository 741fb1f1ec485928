import { egg, type Light } from "../../kit/light.ts";
import { blob } from "../../kit/shape.ts";
import { brush, daub } from "../../kit/stroke.ts";
import { path, place } from "../../kit/svg.ts";
import { neckerchief } from "../../mouse/clothes.ts";
import { sideFoot } from "../../mouse/foot.ts";
import { FUR, PLUM, WINE } from "../../mouse/palette.ts";
import { reader } from "../../mouse/reader.ts";
import { tail } from "../../mouse/tail.ts";
import { JERSEY, LIGHT, LINEN, STRAW } from "./palette.ts";

/** How far the mouse leans back, degrees. */
const RECLINE = 17;

const THIGH = blob([
  [66, 30],
  [30, -34],
  [-60, -76],
  [-140, -106],
  [-188, -98],
  [-206, -66],
  [-190, -34],
  [-120, -8],
  [-50, 34],
  [10, 52],
]);
const SHIN = blob([
  [-206, -74],
  [-170, -66],
  [-152, -30],
  [-160, 24],
  [-166, 62],
  [-166, 62],
  [-224, 56],
  [-224, 56],
  [-218, 0],
]);
const CALF = "M-216 48C-217 66 -217 78 -215 92L-182 92C-180 80 -178 66 -176 54Z";

/** A leg in rolled-up linen, knee over the front rail. */
function leg(seed: number): string {
  const linen = (d: string, flow: number) =>
    path(d, LINEN[2] ?? "", `filter="url(#drawnSmall)"`) +
    daub(d, {
      count: 480,
      length: 14,
      width: 2.2,
      flow,
      shade: egg(-100, -50, 130, 110, [-0.5, -0.75, 0.4]),
      ramp: LINEN,
      seed,
      opacity: 0.5,
      angleJitter: 0.2,
    });
  return (
    path(CALF, FUR[3] ?? "") +
    daub(CALF, {
      count: 120,
      length: 9,
      width: 1.3,
      flow: 1.6,
      shade: (x) => 0.85 - (x + 224) / 70,
      ramp: FUR,
      seed: seed + 1,
      opacity: 0.6,
    }) +
    place(sideFoot(), -228, 112, 0, 0.96) +
    linen(SHIN, 1.5) +
    brush("M-228 58C-206 66 -184 68 -164 64", 13, LINEN[3] ?? "", { profile: () => 1, jitter: 0.06 }) +
    brush("M-226 66C-206 73 -184 75 -164 71", 3.5, LINEN[0] ?? "", { opacity: 0.5 }) +
    path(THIGH, PLUM, `opacity=".25" transform="translate(2 8)" filter="url(#blur6)"`) +
    linen(THIGH, 0.4) +
    brush("M-176 -44C-140 -34 -80 -4 -40 20", 5, LINEN[0] ?? "", { opacity: 0.45 }) +
    brush("M-186 -88C-172 -78 -168 -64 -172 -48", 4, LINEN[0] ?? "", { opacity: 0.4 })
  );
}

function hat(light: Light): string {
  const brim = "M-128 8C-112 -16 -60 -24 -2 -26C60 -26 106 -12 124 12C84 34 40 36 -4 36C-56 36 -102 30 -128 8Z";
  const crown = "M-66 -4C-72 -60 -40 -86 0 -86C42 -86 68 -60 62 -2C30 12 -36 12 -66 -4Z";
  const straw = (d: string, seed: number, flow: (x: number) => number, round: boolean) =>
    path(d, STRAW[1] ?? "", `filter="url(#drawnSmall)"`) +
    daub(d, {
      count: 420,
      length: 15,
      width: 1.8,
      flow,
      shade: round ? egg(0, -40, 74, 58, light) : (x, y) => 0.85 - (x + 128) / 300 - (y + 10) / 90,
      ramp: STRAW,
      seed,
      opacity: 0.7,
      angleJitter: 0.5,
    });
  return place(
    path(brim, PLUM, `opacity=".4" transform="translate(6 14)" filter="url(#blur6)"`) +
      straw(brim, 71, (x) => 0.1 + x * 0.002, false) +
      straw(crown, 72, () => 0.1, true) +
      path("M-68 -26C-40 -10 30 -10 64 -24L63 -2C30 12 -36 12 -66 -4Z", WINE[2] ?? "", `filter="url(#drawnSmall)"`) +
      brush("M-66 -20C-40 -6 10 -4 40 -12", 4, WINE[3] ?? "", { opacity: 0.8 }) +
      brush("M60 -14C78 -6 92 6 96 24", 11, WINE[2] ?? "", { profile: (t) => 0.6 + 0.4 * t }) +
      brush("M-124 8C-100 -12 -60 -20 -10 -22", 4, "#fff6d0", { opacity: 0.7, attributes: `filter="url(#blur1)"` }),
    4,
    -84,
    6,
    0.68,
  );
}

const BOOK = { ramp: ["#123a3a", "#1f6b66", "#45a08c", "#8fd0b8"], ribbon: "#a8324a" };

/** The mouse in the deck chair: seat at the origin, feet at y = 120. */
export function recliningMouse(): string {
  const legs = place(leg(52), -34, -4) + leg(51);
  const upper = reader({
    light: LIGHT,
    jersey: JERSEY,
    stripes: "#2f5f86",
    book: BOOK,
    neckwear: neckerchief(LIGHT),
    hat: hat(LIGHT),
    headTilt: -27,
    headAt: [-22, -322],
    glass: "#dff2ff",
    lap: place(legs, 0, 0, -RECLINE),
  });
  return tail("M40 20C70 70 30 120 66 150C100 172 142 150 132 120", "#ffe0c4") + place(upper, 0, 0, RECLINE);
}
