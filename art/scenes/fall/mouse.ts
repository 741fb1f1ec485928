import { egg } from "../../kit/light.ts";
import { blob } from "../../kit/shape.ts";
import { brush, daub } from "../../kit/stroke.ts";
import { clip, path, place } from "../../kit/svg.ts";
import { scarf } from "../../mouse/clothes.ts";
import { soleFoot } from "../../mouse/foot.ts";
import { FUR, PLUM } from "../../mouse/palette.ts";
import { reader } from "../../mouse/reader.ts";
import { tail } from "../../mouse/tail.ts";
import { leaf } from "../../things/leaf.ts";
import { CORD, LIGHT, MOSS_WOOL } from "./palette.ts";

const LEAN = 7;

const NEAR_LEG = blob([
  [84, 24],
  [66, -26],
  [0, -58],
  [-70, -74],
  [-118, -72],
  [-160, -46],
  [-240, 8],
  [-240, 8],
  [-222, 46],
  [-222, 46],
  [-150, 16],
  [-108, 2],
  [-50, 26],
  [20, 54],
]);
const FAR_LEG = blob([
  [20, -20],
  [-80, -84],
  [-140, -86],
  [-180, -56],
  [-262, 10],
  [-262, 10],
  [-242, 44],
  [-242, 44],
  [-150, -4],
  [-60, 20],
]);

/** A leg in corduroy. */
function leg(d: string, seed: number, dim: number): string {
  return (
    path(d, PLUM, `opacity=".4" transform="translate(2 9)" filter="url(#blur6)"`) +
    path(d, CORD[1] ?? "", `filter="url(#drawnSmall)"`) +
    clip(
      d,
      daub(d, {
        count: 620,
        length: 24,
        width: 2.4,
        flow: (x) => (x < -100 ? 2.72 : 3.1),
        shade: (x, y) => egg(-100, 0, 170, 70, LIGHT)(x, y) * 1.1 - dim,
        ramp: CORD,
        seed,
        opacity: 0.34,
        angleJitter: 0.05,
        colorJitter: 0.07,
        bend: 0.05,
      }),
    )
  );
}

const foot = (x: number, y: number, turn: number, flip: 1 | -1) => place(soleFoot(), x, y, turn, [0.76 * flip, 0.92]);

const ankle = (x: number, y: number, turn: number, seed: number) => {
  const d = "M-24 -16C-4 -20 16 -20 34 -18L34 18C16 20 -6 20 -24 16Z";
  return place(
    path(d, FUR[2] ?? "") +
      daub(d, {
        count: 90,
        length: 9,
        width: 1.3,
        flow: 0.1,
        shade: (_, y2) => 0.62 - y2 / 40,
        ramp: FUR,
        seed,
        opacity: 0.6,
      }),
    x,
    y,
    turn,
  );
};

/** Legs stretched out toward the sun, ankles crossed, soles to the viewer. */
function legs(): string {
  const hem = (d: string) =>
    brush(d, 12, CORD[3] ?? "", { profile: () => 1, jitter: 0.06 }) +
    brush(d, 3.5, CORD[0] ?? "", { opacity: 0.6, attributes: `transform="translate(6 0)"` });
  const fold = (d: string) => brush(d, 8, CORD[0] ?? "", { opacity: 0.4, attributes: `filter="url(#blur1)"` });
  return (
    ankle(-266, 36, 148, 61) +
    foot(-306, 58, -34, 1) +
    leg(FAR_LEG, 62, 0.24) +
    hem("M-266 6Q-250 24 -244 46") +
    ankle(-258, 36, -24, 63) +
    foot(-292, 28, 6, -1) +
    leg(NEAR_LEG, 64, 0.04) +
    hem("M-244 4Q-228 24 -224 50") +
    fold("M-112 -70C-96 -50 -92 -24 -106 0") +
    fold("M-128 -62C-120 -44 -122 -24 -134 -4") +
    fold("M46 -32C18 -20 4 8 10 34")
  );
}

const BOOK = { ramp: ["#4a1c10", "#9a4a1c", "#d0802c", "#f2b85c"], ribbon: "#8f2238" };

/** The mouse in the leaves, one of them between its ears; origin at the seat. */
export function leaningMouse(): string {
  const crown = leaf(4, -70, "maple", 1.7, 14, 0.64, 0.72);
  const upper = reader({
    light: LIGHT,
    jersey: MOSS_WOOL,
    book: BOOK,
    neckwear: scarf(LIGHT),
    hat: crown,
    headTilt: -18,
    lap: place(legs(), 0, 0, -LEAN),
  });
  return place(upper, 0, 0, LEAN);
}

/** The tail; draw it over the leaves. */
export const tailOnLeaves = () =>
  tail("M90 28C124 54 116 86 70 92C20 98 -30 84 -64 98C-84 108 -76 124 -58 120") +
  leaf(92, 50, "maple", 1.4, -8, 0.52, 0.8) +
  leaf(118, 52, "oak", 1.2, 34, 0.44, 0.8) +
  leaf(70, 52, "beech", 1.1, -40, 0.58, 0.8);
