import { line, linear, path } from "../kit/svg.ts";

const skin = linear([
  [0, "#f8cdb4"],
  [0.55, "#dc988a"],
  [1, "#a3605c"],
]);

const SIDE = "M34 -24C12 -34 -22 -32 -44 -20C-60 -14 -66 -2 -60 8C-56 18 -44 19 -32 18C-10 21 22 19 38 12Z";
const SOLE =
  "M-14 34C-26 20 -28 -10 -20 -30C-22 -42 -14 -48 -8 -44C-4 -54 8 -54 10 -46C18 -50 24 -42 20 -32C28 -10 26 20 14 34C6 42 -6 42 -14 34Z";

/** A foot from the side, toes to the left, 100 long; the ankle is at (30, -10). */
export function sideFoot(): string {
  return (
    skin.defs +
    path(SIDE, skin.fill) +
    line("M-60 -4C-52 -6 -44 -3 -42 2", "#8b4440", 2, `opacity=".7"`) +
    line("M-62 4C-53 2 -47 6 -45 11", "#8b4440", 2, `opacity=".7"`) +
    line("M-54 -13C-46 -14 -40 -11 -37 -6", "#8b4440", 1.6, `opacity=".45"`) +
    line("M-48 -19C-28 -30 -4 -30 16 -26", "#fff0dc", 3.4, `opacity=".7" filter="url(#blur2)"`)
  );
}

/** A foot from below, toes up, 90 high around the origin, with its pads. */
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
