import { oval } from "../kit/shape.ts";
import { brush } from "../kit/stroke.ts";
import { line, path, place } from "../kit/svg.ts";
import { form, lit, shadow } from "./form.ts";
import { GOLD, PLUM, type Tone } from "./palette.ts";

const NEAR = "M0 62C32 48 68 42 106 46L100 -76C64 -82 28 -76 0 -60Z";
const FAR = "M0 62C-14 50 -36 42 -64 42L-70 -74C-44 -74 -18 -70 0 -60Z";
const PAGES =
  "M-72 -74C-46 -92 -16 -88 0 -68C26 -94 66 -100 102 -86L101 -74C64 -82 28 -76 0 -58C-18 -70 -44 -74 -71 -72Z";

/** The club's emblem, a glass 26 high, centered on the origin. */
export const emblem = (color: string) =>
  path("M-9 -12H9C10 0 6 5 1.400 6V12H6V15H-6V12H-1.400V6C-6 5 -10 0 -9 -12Z", color);

/** An open book, covers facing the viewer, 160 high: spine at x = 0, far cover to -72, near cover to 106. */
export function openBook({ base, shade, light }: Tone): string {
  return (
    path(PAGES, "#fff3d6") +
    line("M-68 -76C-44 -84 -18 -80 0 -64C28 -84 66 -90 98 -81", "#c79b68", 2.5) +
    form(FAR, base, lit("M-80 -90L-40 -90L-36 60L-80 60Z", light, 0.8), shadow("M-24 -90H10V70H-24Z", shade, 0.7)) +
    form(NEAR, base, lit("M4 -90H34L28 70H0Z", light, 0.75), shadow("M80 -100H120V70H72Z", shade, 0.75)) +
    line("M0 61V-59", shade, 6) +
    line("M16 43C42 33 68 29 92 31L87 -63C62 -67 36 -63 16 -54Z", GOLD, 3, 'opacity=".9"') +
    place(emblem(GOLD), 54, -16, -3, 1.7)
  );
}

const CLOSED = "M-46 -62H40C46 -62 50 -58 50 -52V62H-46C-52 62 -54 56 -54 50V-50C-54 -58 -52 -62 -46 -62Z";

/** A closed, upright book from the front: 104 by 124, centered on the origin. */
export function closedBook({ base, shade, light }: Tone): string {
  return (
    path("M-48 54H56V70H-44C-52 70 -56 62 -48 54Z", "#fff3d6") +
    line("M-46 63H54", "#c79b68", 2.5) +
    form(CLOSED, base, lit("M-60 -70H-34V70H-60Z", light, 0.6), shadow("M24 -70H60V70H10Z", shade, 0.6)) +
    line("M-36 -60V60", shade, 4) +
    line("M-24 -48H36V48H-24Z", GOLD, 3, 'opacity=".9"') +
    place(emblem(GOLD), 6, -2, 0, 1.8)
  );
}

const BOWL = "M-30 -112C-36 -74 -28 -48 0 -46C28 -48 36 -74 30 -112Z";

/** Color and highlight of the wine. */
type Drink = { readonly body: string; readonly light: string; readonly deep: string };
export const RED: Drink = { body: "#b01c38", light: "#ff6a58", deep: "#5e0c20" };
export const WHITE: Drink = { body: "#f3cf58", light: "#fff3a8", deep: "#c8962c" };

/** A glass of wine, 112 high, base at the origin. Light and dark edges, to work on any background. */
export function glass({ body, light, deep }: Drink): string {
  const edge = "M-30 -112C-36 -74 -28 -48 0 -46C28 -48 36 -74 30 -112M0 -46V-4M-24 -2H24";
  return (
    line(edge, PLUM, 8, 'opacity=".35"') +
    path(BOWL, "#ffffff", 'opacity=".3"') +
    form(
      BOWL,
      "none",
      path("M-40 -84H40V-40H-40Z", body),
      lit("M-34 -84H-8C-14 -66 -10 -54 0 -48H-30Z", light, 0.85),
      shadow("M16 -90H40V-40H0Q20 -56 16 -90Z", deep, 0.6),
    ) +
    path(oval(0, -84, 32, 6), light, 'opacity=".85"') +
    line(edge, "#fff8ea", 4.6) +
    line("M-30 -112H30", "#fff8ea", 3.4) +
    brush("M-20 -106C-26 -84 -22 -66 -14 -58", 6, "#ffffff", { opacity: 0.95, jitter: 0 })
  );
}
