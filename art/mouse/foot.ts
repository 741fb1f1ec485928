import { blob, oval } from "../kit/shape.ts";
import { line, linear, path } from "../kit/svg.ts";

const skin = linear([
  [0, "#f8cdb4"],
  [0.55, "#dc988a"],
  [1, "#a3605c"],
]);

const SIDE = blob([
  [14, -48],
  [14, -48],
  [48, -48],
  [48, -48],
  [52, -14],
  [50, 10],
  [34, 20],
  [4, 17],
  [-30, 20],
  [-54, 19],
  [-66, 8],
  [-60, -8],
  [-38, -19],
  [-10, -25],
  [10, -34],
]);
const SOLE =
  "M-14 34C-26 20 -28 -10 -20 -30C-22 -42 -14 -48 -8 -44C-4 -54 8 -54 10 -46C18 -50 24 -42 20 -32C28 -10 26 20 14 34C6 42 -6 42 -14 34Z";

/** A foot from the side, 118 long, toes left; the ankle is at (31, -48). */
export function sideFoot(): string {
  const toe = (cx: number, cy: number, rx: number, ry: number) => path(oval(cx, cy, rx, ry), skin.fill);
  const crease = (d: string, width: number) => line(d, "#8b4440", width, `opacity=".6"`);
  return (
    skin.defs +
    toe(-46, -9, 13, 9) +
    path(SIDE, skin.fill) +
    toe(-57, 1, 13, 10) +
    toe(-58, 11, 14, 9) +
    crease("M-45 -4C-43 -1 -43 3 -45 6", 1.8) +
    crease("M-44 9C-42 12 -43 16 -46 18", 1.8) +
    crease("M48 2C44 8 40 10 34 10", 1.4) +
    line("M-40 -17C-24 -25 -4 -26 12 -36", "#fff0dc", 3.6, `opacity=".7" filter="url(#blur2)"`) +
    line("M-66 0C-64 -6 -58 -8 -52 -7", "#fff0dc", 2, `opacity=".7"`)
  );
}

/** A sole with its pads, 90 high, toes up, centered on the origin. */
export function soleFoot(): string {
  const pad = (cx: number, cy: number, rx: number, ry: number) =>
    `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="#c4716c" opacity=".7" filter="url(#blur1)"/>`;
  return (
    skin.defs +
    path(SOLE, skin.fill) +
    pad(0, -8, 15, 12) +
    pad(-1, 22, 10, 11) +
    pad(-14, -36, 4.5, 6) +
    pad(1, -44, 4.5, 6) +
    pad(14, -38, 4.5, 6) +
    line("M-18 -26C-24 -8 -22 16 -12 30", "#fff0dc", 3, `opacity=".6" filter="url(#blur2)"`)
  );
}
