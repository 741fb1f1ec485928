import { knit } from "../../kit/knit.ts";
import { egg } from "../../kit/light.ts";
import { blob, oval } from "../../kit/shape.ts";
import { brush, daub, profiles } from "../../kit/stroke.ts";
import { glow, group, line, path, place } from "../../kit/svg.ts";
import { FUR, WINE } from "../../mouse/palette.ts";
import { LIGHT } from "./palette.ts";

function candle(x: number): string {
  const wax = `M${x - 9} 304C${x - 10} 288 ${x - 8} 272 ${x - 9} 260C${x - 4} 256 ${x + 5} 256 ${x + 9} 259C${x + 10} 274 ${x + 8} 290 ${x + 9} 304Z`;
  return (
    path(`M${x - 20} 304C${x - 18} 296 ${x + 18} 296 ${x + 20} 304L${x + 14} 311H${x - 14}Z`, "#b0813c") +
    path(wax, "#f1dcb4") +
    daub(wax, {
      count: 50,
      length: 14,
      width: 2,
      flow: 1.57,
      shade: (px) => 0.8 - (px - x + 9) / 30,
      ramp: ["#a8743c", "#e8c890", "#fff3d0"],
      seed: 5,
      opacity: 0.5,
      angleJitter: 0.1,
    }) +
    brush(`M${x - 7} 260C${x - 8} 268 ${x - 7} 276 ${x - 6} 282`, 4, "#fff6dc") +
    glow(x, 240, 120, 120, "#ffb650", 0.55) +
    path(`M${x} 258C${x - 9} 248 ${x - 3} 238 ${x + 2} 226C${x + 6} 238 ${x + 9} 249 ${x} 258Z`, "#ffd977") +
    path(`M${x} 257C${x - 4} 251 ${x - 1} 244 ${x + 1} 239C${x + 4} 246 ${x + 4} 252 ${x} 257Z`, "#fff8dc")
  );
}

function clock(x: number): string {
  const body = blob(
    [
      [x - 42, 304],
      [x - 42, 304],
      [x - 36, 272],
      [x - 22, 250],
      [x, 243],
      [x + 22, 250],
      [x + 37, 272],
      [x + 42, 304],
      [x + 42, 304],
    ],
    0.15,
  );
  return (
    path(body, "#5f3222") +
    daub(body, {
      count: 120,
      length: 16,
      width: 2.2,
      flow: (px, py) => Math.atan2(py - 276, px - x) + 1.57,
      shade: (px, py) => 0.5 + (py - 276) / 120 + (px - x) / 200,
      ramp: ["#2c1714", "#5b3324", "#9a5c36", "#d99a5a"],
      seed: 6,
      opacity: 0.55,
      angleJitter: 0.1,
    }) +
    path(oval(x, 277, 21, 21), "#c9974a") +
    path(oval(x, 277, 18.5, 18.5), "#efdcb0") +
    brush(`M${x} 278L${x - 7} 266`, 3.2, "#3a2018") +
    brush(`M${x} 278L${x + 9} 270`, 2.6, "#3a2018") +
    line(`M${x - 17} 284C${x - 14} 294 ${x - 4} 297 ${x + 4} 296`, "#fff6dc", 1.6, `opacity=".7"`)
  );
}

/** What a mouse hangs over its fireplace: a portrait of a cheese. */
function portrait(x: number): string {
  const frame = "M-27 -25C-10 -28 12 -26 28 -24C30 -8 29 10 27 26C10 28 -12 27 -27 25C-29 10 -29 -8 -27 -25Z";
  const canvas = "M-20 -18C-6 -20 8 -19 21 -18C22 -6 22 8 20 19C6 20 -8 20 -20 18C-21 6 -21 -6 -20 -18Z";
  const cheese = "M-15 6C-6 -2 6 -10 12 -11C16 -6 17 0 16 4L16 12C6 13 -6 14 -15 13Z";
  return place(
    path(frame, "#a8742f") +
      daub(frame, {
        count: 90,
        length: 10,
        width: 2,
        flow: 0.8,
        shade: (px, py) => 0.6 + py / 90,
        ramp: ["#5a3418", "#a8742f", "#f0c46a"],
        seed: 8,
        opacity: 0.7,
      }) +
      path(canvas, "#3a4a44") +
      path(cheese, "#f0bf4a") +
      path("M-15 6C-4 5 8 4 16 4L12 -11C6 -10 -6 -2 -15 6Z", "#ffdf86") +
      path(oval(-4, 10, 2.6, 2.2), "#b8802a") +
      path(oval(7, 8.5, 2, 2), "#b8802a") +
      path(oval(6, -1, 2.6, 1.6), "#d9a23c"),
    x,
    276,
    -4,
  );
}

const SOCK =
  "M-17 -2C-6 -6 10 -6 18 -2C19 18 17 34 20 46C26 58 24 72 10 76C-6 78 -26 76 -36 66C-42 56 -34 48 -22 44C-14 38 -16 18 -17 -2Z";

/** A stocking, and somebody small who couldn't wait: one to discover. */
function stocking(x: number, y: number): string {
  const ear = (cx: number, cy: number, r: number) =>
    path(oval(cx, cy, r, r * 1.1), FUR[2] ?? "") + path(oval(cx - 0.6, cy + 0.8, r * 0.62, r * 0.72), "#ee9c84");
  const face = blob([
    [-15, 0],
    [-13, -8],
    [-6, -14],
    [3, -15],
    [11, -10],
    [13, 0],
    [8, 8],
    [-6, 8],
  ]);
  const visitor =
    ear(-6, -21, 8) +
    ear(9, -20, 9) +
    path(face, FUR[3] ?? "") +
    daub(face, {
      count: 70,
      length: 5,
      width: 1,
      flow: 0.4,
      shade: egg(-2, -4, 14, 13, LIGHT),
      ramp: FUR,
      seed: 3,
      opacity: 0.5,
    }) +
    path(oval(-7, -5, 1.8, 2.2), "#190c0b") +
    path(oval(3, -5, 2.2, 2.6), "#190c0b") +
    `<circle cx="-7.5" cy="-6" r=".7" fill="#fff"/><circle cx="2.3" cy="-6" r=".9" fill="#fff"/>` +
    path(oval(-14.5, -0.5, 2.6, 2.2), "#d9706a") +
    brush("M-12 3C-9 5 -6 5 -3 3", 1.4, "#5a2f2a") +
    path(oval(-8, 3, 3.6, 2.6), "#e2a08f") +
    path(oval(8, 3, 3.8, 2.8), "#e2a08f");
  const knitwork =
    path(SOCK, WINE[1] ?? "") +
    knit(SOCK, {
      cx: 0,
      rx: 34,
      top: -8,
      bottom: 78,
      rows: 15,
      columns: 8,
      sag: 3,
      ramp: WINE,
      shade: egg(-6, 30, 32, 50, LIGHT),
      seed: 14,
      opacity: 0.9,
    });
  const brim =
    brush("M-20 -1C-8 -5 10 -5 21 -1", 15, "#f0dfc0", { profile: profiles.even, jitter: 0.1 }) +
    brush("M-20 3C-8 -1 10 -1 21 3", 5, "#c9a884", { opacity: 0.7, profile: profiles.even });
  return place(
    path(SOCK, "#1a0a0c", `opacity=".5" transform="translate(7 5)" filter="url(#blur4)"`) +
      place(visitor, 1, -17, -6, 1.2) +
      knitwork +
      brim,
    x,
    y,
    3,
    0.92,
  );
}

/** Everything on the mantel. */
export const mantel = () => group(clock(812) + portrait(926) + candle(1018)) + stocking(1016, 350);
