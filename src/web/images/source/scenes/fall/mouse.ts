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
  [70, 20],
  [50, -30],
  [-20, -58],
  [-96, -60],
  [-150, -36],
  [-206, -6],
  [-250, 18],
  [-250, 18],
  [-236, 66],
  [-236, 66],
  [-170, 52],
  [-100, 36],
  [-20, 44],
  [40, 50],
]);
const FAR_LEG = blob([
  [20, -20],
  [-60, -66],
  [-130, -64],
  [-190, -30],
  [-262, 22],
  [-262, 22],
  [-240, 62],
  [-240, 62],
  [-160, 30],
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
        opacity: 0.7,
        angleJitter: 0.06,
        bend: 0.08,
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

/** Legs stretched out to the sun, ankles crossed, soles to us. */
function legs(): string {
  const hem = (d: string) =>
    brush(d, 12, CORD[3] ?? "", { profile: () => 1, jitter: 0.06 }) +
    brush(d, 3.5, CORD[0] ?? "", { opacity: 0.6, attributes: `transform="translate(6 0)"` });
  return (
    ankle(-276, 46, 28, 61) +
    foot(-306, 56, -24, 1) +
    leg(FAR_LEG, 62, 0.22) +
    hem("M-266 20Q-248 40 -244 64") +
    ankle(-268, 30, -22, 63) +
    foot(-300, 30, 8, -1) +
    leg(NEAR_LEG, 64, 0.06) +
    hem("M-254 16Q-238 40 -238 68") +
    brush("M-96 -58C-84 -30 -88 0 -104 30", 7, CORD[0] ?? "", { opacity: 0.4 }) +
    brush("M30 -20C4 -14 -10 8 -8 30", 7, CORD[0] ?? "", { opacity: 0.4 })
  );
}

const BOOK = { ramp: ["#4a1c10", "#9a4a1c", "#d0802c", "#f2b85c"], ribbon: "#8f2238" };

/** The mouse in the leaves: seat at the origin. A leaf has landed between its ears. */
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
  return tail("M70 10C130 40 160 66 120 86C80 104 20 96 -30 104C-66 110 -84 100 -80 86") + place(upper, 0, 0, LEAN);
}
