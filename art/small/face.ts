import { oval } from "../kit/shape.ts";
import { line, path, place } from "../kit/svg.ts";
import { form } from "./form.ts";
import { EAR, FRAME, FUR, GOLD, INK, SKIN, WINE } from "./palette.ts";
import { emblem } from "./things.ts";

const HEAD =
  "M256 176C340 176 398 226 398 300C398 372 336 424 256 424C176 424 114 372 114 300C114 226 172 176 256 176Z";
const COVER = "M256 426C206 396 146 388 80 398V800H432V398C366 388 306 396 256 426Z";
const PAGES =
  "M256 426C206 392 146 380 86 390L80 404C146 394 206 402 256 432C306 402 366 394 432 404L426 390C366 380 306 392 256 426Z";

/** An ear from the front; `side`: -1 left, 1 right. */
function ear(side: number): string {
  const x = 256 + side * 120;
  return form(
    oval(256 + side * 118, 146, 104, 108, side * 12),
    FUR.base,
    path(oval(x, 152, 72, 78, side * 12), EAR.base),
    path(oval(x - 12, 142, 46, 56, side * 12), EAR.light, 'opacity=".55"'),
    path(oval(256 + side * 100, 226, 66, 40, side * 40), FUR.deep, 'opacity=".4"'),
  );
}

/** One lens with the eye behind it, looking down at the book. */
const lens = (x: number) =>
  path(oval(x, 282, 56, 56), "#fff1d4", 'opacity=".62"') +
  path(oval(x, 292, 24, 28), INK) +
  path(oval(x - 8, 282, 9, 9), "#ffffff") +
  `<circle cx="${x}" cy="282" r="56" fill="none" stroke="${FRAME}" stroke-width="24"/>` +
  `<circle cx="${x}" cy="282" r="56" fill="none" stroke="${GOLD}" stroke-width="14"/>`;

const paw = (x: number, side: number) =>
  place(
    path(oval(0, 0, 34, 30), SKIN.base) +
      path(oval(-6, -8, 22, 16), SKIN.light, 'opacity=".8"') +
      line("M10 -10H28M10 6H28", SKIN.shade, 6),
    x,
    462,
    0,
    [-side, 1],
  );

/** The covers with the emblem, and a paw at each edge. */
const book =
  path(COVER, "#fbe9c8") +
  path("M256 432C306 402 366 394 432 404V800H256Z", "#f3d7a8") +
  line("M256 434V800", "#b98a52", 10) +
  path(PAGES, "#ffffff") +
  place(emblem(WINE.base), 340, 462, 0, 3.1) +
  paw(84, -1) +
  paw(428, 1);

/**
 * The mouse's face over an open book, from the front, 512 units square, no background. A few well-spaced shapes,
 * because it has to be recognizable at 16 pixels.
 */
export const face = () =>
  ear(-1) +
  ear(1) +
  path(HEAD, FUR.base) +
  path(
    "M256 176C340 176 398 226 398 300C398 372 336 424 256 424C330 400 360 340 350 280C342 226 306 190 256 176Z",
    FUR.shade,
    'opacity=".4"',
  ) +
  path(oval(256, 364, 84, 62), FUR.cream) +
  path(oval(156, 352, 24, 17), "#e8604f", 'opacity=".4"') +
  path(oval(356, 352, 24, 17), "#e8604f", 'opacity=".4"') +
  lens(188) +
  lens(324) +
  line("M240 274Q256 258 272 274", FRAME, 20) +
  line("M240 274Q256 258 272 274", GOLD, 11) +
  path("M224 330C224 316 288 316 288 330C288 348 270 360 256 360C242 360 224 348 224 330Z", SKIN.shade) +
  path(oval(246, 328, 10, 6), "#ffe6d8", 'opacity=".9"') +
  line("M256 360V376M256 376C246 392 226 392 216 382M256 376C266 392 286 392 296 382", "#5a2a28", 9) +
  book;
