import { brush } from "../kit/stroke.ts";
import { blend, line, path, place, radial } from "../kit/svg.ts";

export type Wine = { readonly lit: string; readonly body: string; readonly deep: string };

export const RED_WINE: Wine = { lit: "#ff5a3c", body: "#9c1026", deep: "#2c0410" };
export const WHITE_WINE: Wine = { lit: "#fff6b0", body: "#efcf62", deep: "#c0903a" };

const BOWL = "M-25 -98C-31 -64 -24 -38 0 -38C24 -38 31 -64 25 -98Z";
const FILL = "M-28 -74C-28 -54 -20 -40 0 -40C20 -40 28 -54 28 -74Z";
const STEM = "M-2.4 -1C-1 -16 -1 -28 -4 -41H4.4C1.6 -28 1.6 -16 2.6 -1Z";

/** A glass of wine, 103 high, base at the origin, lit from the left. `tint`: the color of the empty part. */
export function glass(wine: Wine, tint: string): string {
  const inside = radial(
    [
      [0, wine.lit],
      [0.38, wine.body],
      [1, wine.deep],
    ],
    [0.28, 0.45, 0.95],
  );
  return (
    inside.defs +
    `<ellipse cx="16" cy="3" rx="36" ry="6" fill="${wine.lit}" opacity=".55" filter="url(#blur4)" ${blend("screen")}/>` +
    `<ellipse rx="21" ry="5" fill="${tint}" opacity=".38"/>` +
    line("M-20 -1C-16 -4 -6 -5.5 2 -5", "#ffffff", 1.6, `opacity=".8"`) +
    path(STEM, tint, `opacity=".7"`) +
    path(BOWL, tint, `opacity=".18"`) +
    path(FILL, inside.fill) +
    line("M-16 -64C-18 -52 -10 -45 0 -44", wine.lit, 5, `opacity=".8" filter="url(#blur2)"`) +
    `<ellipse cy="-74" rx="28" ry="5.4" fill="${wine.body}"/><ellipse cx="-5" cy="-74" rx="20" ry="3" fill="${wine.lit}" opacity=".7"/>` +
    `<ellipse cy="-98" rx="25" ry="4.6" fill="none" stroke="${tint}" stroke-width="1.3" opacity=".85"/>` +
    brush("M-20 -94C-26 -72 -22 -56 -13 -48", 4, "#fffaf0", { opacity: 0.9 }) +
    brush("M22 -90C25 -74 21 -62 17 -56", 2.4, "#fff0d8", { opacity: 0.7 })
  );
}

/** The glass at a position. */
export const glassAt = (x: number, y: number, scale: number, wine: Wine, tint: string) =>
  place(glass(wine, tint), x, y, 0, scale);
