import { egg } from "../../kit/light.ts";
import { blob } from "../../kit/shape.ts";
import { brush, daub } from "../../kit/stroke.ts";
import { group, line, path, place } from "../../kit/svg.ts";
import { book } from "../../mouse/book.ts";
import { cuff, knitted, neckerchief, shadowIn } from "../../mouse/clothes.ts";
import { sideFoot } from "../../mouse/foot.ts";
import { farPalm, fingers, hand } from "../../mouse/hand.ts";
import { head } from "../../mouse/head.ts";
import { FUR, PLUM } from "../../mouse/palette.ts";
import { tail } from "../../mouse/tail.ts";
import { bookworm } from "./bookworm.ts";
import { BLUE_LINEN, LIGHT, YELLOW_WOOL } from "./palette.ts";

const CHEST = blob([
  [-66, -172],
  [-30, -206],
  [30, -212],
  [90, -194],
  [150, -156],
  [210, -128],
  [262, -118],
  [284, -70],
  [268, -6],
  [190, 6],
  [60, 8],
  [-40, 6],
  [-88, -20],
  [-104, -80],
  [-94, -136],
]);
const HIPS = blob([
  [244, -122],
  [300, -146],
  [362, -138],
  [414, -102],
  [452, -52],
  [464, -12],
  [424, 6],
  [330, 8],
  [262, 4],
  [240, -56],
]);
const NEAR_SHIN = blob([
  [404, 4],
  [456, 4],
  [478, -26],
  [466, -84],
  [446, -132],
  [446, -132],
  [400, -122],
  [400, -122],
  [404, -74],
  [394, -30],
]);
const FAR_SHIN = blob([
  [368, -20],
  [410, -20],
  [436, -70],
  [458, -124],
  [458, -124],
  [418, -142],
  [418, -142],
  [396, -90],
  [376, -50],
]);
const NEAR_CALF = "M404 -116C398 -140 390 -160 386 -178L418 -190C426 -168 436 -146 444 -124Z";
const FAR_CALF = "M420 -128C428 -150 434 -170 438 -190L470 -180C466 -160 462 -142 456 -114Z";
const ARM =
  "M26 -186C66 -196 98 -168 100 -126C102 -80 98 -40 82 -14C68 6 42 10 20 2C-2 -8 -20 -24 -34 -34C-44 -44 -42 -82 -34 -90C-16 -92 4 -84 24 -68C12 -98 -4 -164 26 -186Z";
const CUFF =
  "M-22 -94C-34 -98 -46 -96 -48 -88C-52 -72 -50 -52 -45 -41C-40 -34 -28 -32 -22 -36C-17 -56 -16 -78 -22 -94Z";
const RIBS = Array.from({ length: 6 }, (_, i) => `M${-45 + i * 4.4} -92Q${-50 + i * 5} -66 ${-43 + i * 4.2} -39`);

const BOOK = { ramp: ["#3a2450", "#5e3f80", "#8a68ae", "#bda4d6"], ribbon: "#8f2238" };

const linen = (d: string, seed: number, cx: number, cy: number, rx: number, ry: number, flow: number) =>
  path(d, BLUE_LINEN[2] ?? "", `filter="url(#drawnSmall)"`) +
  daub(d, {
    count: 420,
    length: 13,
    width: 2,
    flow,
    shade: egg(cx, cy, rx, ry, LIGHT),
    ramp: BLUE_LINEN,
    seed,
    opacity: 0.36,
    angleJitter: 0.2,
  });

type Leg = {
  readonly linen: string;
  readonly calf: string;
  readonly hem: string;
  readonly foot: { readonly x: number; readonly y: number; readonly turn: number };
  readonly seed: number;
};

/** A leg in the air, sole to the sky; `foot` is where the ankle is. */
function leg({ linen: d, calf, hem, foot, seed }: Leg): string {
  const { x, y, turn } = foot;
  return (
    place(place(sideFoot(), -31, 48), x, y, turn, 0.94) +
    path(calf, FUR[3] ?? "") +
    daub(calf, {
      count: 110,
      length: 9,
      width: 1.4,
      flow: 1.4,
      shade: (px) => 0.7 - (px - 420) / 120,
      ramp: FUR,
      seed,
      opacity: 0.6,
    }) +
    linen(d, seed, 420, -70, 60, 90, 1.5) +
    brush(hem, 14, BLUE_LINEN[3] ?? "", { profile: () => 1, jitter: 0.06 }) +
    brush(hem, 4, BLUE_LINEN[1] ?? "", { opacity: 0.6, attributes: `transform="translate(2 7)"` })
  );
}

/** Feet crossed in the air, the surest sign of a good chapter. */
function legs(): string {
  return (
    leg({
      linen: FAR_SHIN,
      calf: FAR_CALF,
      hem: "M414 -136Q438 -132 462 -120",
      foot: { x: 454, y: -186, turn: 196 },
      seed: 52,
    }) +
    leg({
      linen: NEAR_SHIN,
      calf: NEAR_CALF,
      hem: "M396 -120Q420 -128 450 -130",
      foot: { x: 402, y: -184, turn: 160 },
      seed: 51,
    })
  );
}

/** A back pocket with a corkscrew in it. */
function pocket(): string {
  const d =
    "M318 -112C336 -116 356 -112 370 -104C370 -84 364 -68 354 -58C340 -58 326 -64 316 -72C314 -88 314 -100 318 -112Z";
  const stitch = `stroke-dasharray="4 3.4" opacity=".8"`;
  return (
    line("M350 -104C351 -112 353 -118 354 -124", "#d9d4dc", 4) +
    line("M338 -128C346 -130 362 -126 370 -120", "#6f4228", 9) +
    line("M340 -130C348 -132 360 -129 367 -124", "#e0a868", 2.4, `opacity=".85"`) +
    path(d, BLUE_LINEN[2] ?? "") +
    daub(d, {
      count: 90,
      length: 11,
      width: 2,
      flow: 0.4,
      shade: egg(345, -96, 60, 60, LIGHT),
      ramp: BLUE_LINEN,
      seed: 57,
      opacity: 0.4,
      angleJitter: 0.2,
    }) +
    line(d, BLUE_LINEN[0] ?? "", 1.6, `opacity=".5"`) +
    line("M320 -106C336 -110 354 -106 366 -99M320 -74C328 -68 340 -63 352 -62", BLUE_LINEN[4] ?? "", 1.4, stitch)
  );
}

function body(): string {
  const wool = {
    ramp: YELLOW_WOOL,
    light: LIGHT,
    rows: 40,
    columns: 17,
    shade: (x: number, y: number) => 0.62 - (y + 110) / 230 - x / 1100,
  };
  return (
    linen(HIPS, 53, 350, -66, 120, 80, 0.3) +
    brush("M300 -136C286 -100 290 -50 306 -4", 7, BLUE_LINEN[0] ?? "", {
      opacity: 0.35,
      attributes: `filter="url(#blur2)"`,
    }) +
    brush("M458 -30C430 -36 404 -30 388 -14", 6, BLUE_LINEN[0] ?? "", { opacity: 0.5 }) +
    pocket() +
    knitted(CHEST, { ...wool, seed: 22, round: { cx: 100, cy: -92, rx: 120, ry: 200 }, turn: -64, sag: 12 }) +
    shadowIn(CHEST, "M-110 20C0 -40 160 -40 300 20L300 60L-110 60Z", 0.5) +
    shadowIn(CHEST, "M-120 -180C-80 -216 60 -220 110 -190C80 -150 -60 -140 -120 -180Z", 0.5) +
    brush("M262 -118C284 -84 282 -40 268 -6", 12, YELLOW_WOOL[1] ?? "", { profile: () => 0.9, jitter: 0.1 }) +
    brush("M258 -116C279 -84 277 -40 264 -8", 3, YELLOW_WOOL[4] ?? "", { opacity: 0.7 })
  );
}

function nearArm(): string {
  return group(
    path(ARM, PLUM, `transform="translate(6 6)" opacity=".45" filter="url(#blur10)"`) +
      knitted(ARM, {
        ramp: YELLOW_WOOL,
        light: LIGHT,
        seed: 32,
        round: { cx: 34, cy: -90, rx: 84, ry: 108 },
        rows: 24,
        columns: 14,
        sag: 12,
        turn: 12,
      }) +
      shadowIn(ARM, "M110 -130C110 -40 60 30 -60 -30L-60 30L130 30Z", 0.45) +
      brush("M22 -70C34 -60 46 -58 58 -62", 3.5, YELLOW_WOOL[0] ?? "", { opacity: 0.7 }) +
      brush("M14 -62C22 -48 32 -42 44 -40", 3, YELLOW_WOOL[0] ?? "", { opacity: 0.5 }),
    `filter="url(#light-part)"`,
  );
}

function daisy(): string {
  const ray = (i: number) =>
    place(path("M0 -4C-7 -12 -5 -24 0 -26C5 -24 7 -12 0 -4Z", i % 2 ? "#fffdf6" : "#efeaf4"), 0, 0, i * 36);
  return place(
    Array.from({ length: 10 }, (_, i) => ray(i)).join("") +
      `<circle r="8" fill="#f0b83c"/><circle cx="-2" cy="-2" r="4" fill="#ffe08a"/>`,
    2,
    -84,
    10,
    [0.95, 0.8],
  );
}

/** The mouse on its stomach, feet in the air: ground at y = 0, x from -252 (book) to 480 (feet). */
export function proneMouse(): string {
  const held =
    place(farPalm(), -240, -132, 0, [-0.62, 0.9]) +
    book(BOOK) +
    bookworm(-214, -200) +
    place(fingers(), -246, -132, -6, [-0.95, 0.92]);
  return (
    tail("M316 -128C306 -200 356 -244 340 -300C328 -338 290 -336 290 -306C290 -288 306 -282 316 -290", "#ffe0c4") +
    legs() +
    body() +
    place(head({ light: LIGHT, glass: "#e8f4ff", rim: 0.95, hat: daisy(), filter: "light-head" }), -28, -268, -13) +
    group(place(neckerchief(LIGHT), 4, 30, 6), `filter="url(#light-part)"`) +
    place(held, -2, 52, 0, 0.97) +
    nearArm() +
    place(hand(), -69, -64, 6, 0.92) +
    cuff(CUFF, RIBS, YELLOW_WOOL)
  );
}
