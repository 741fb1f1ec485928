import { oval } from "../kit/shape.ts";
import { line, path, place } from "../kit/svg.ts";
import { cuff, foot, hand, neckerchief, sleeve, tail } from "./body.ts";
import { form, lit, picture, shadow } from "./form.ts";
import { head } from "./head.ts";
import { TEAL_BOOK, type Tone, WINE } from "./palette.ts";
import { glass, openBook, WHITE } from "./things.ts";

const SHIRT: Tone = { base: "#fbf3e4", shade: "#a9a6b8", light: "#ffffff" };
const STRAW: Tone = { base: "#eebf66", shade: "#b07d33", light: "#fde3a4" };
const STRIPE = "#2f6fa6";

const torso = form(
  "M176 246C236 226 292 244 308 296C316 330 312 360 304 380H170C156 330 156 276 176 246Z",
  SHIRT.base,
  line("M150 290Q240 312 330 286M150 320Q240 342 330 316M150 350Q240 372 330 346", STRIPE, 11),
  shadow("M330 250V380H244C292 350 302 300 280 240Z", SHIRT.shade, 0.55),
);

/** A straw hat with a wine-red band, 0.7 of the head's width. */
const strawHat = place(
  form(
    "M-92 10C-60 -14 60 -16 92 4C80 24 40 28 0 28C-44 28 -80 26 -92 10Z",
    STRAW.base,
    shadow("M100 0V40H-60Q40 26 100 0Z", STRAW.shade, 0.7),
  ) +
    form(
      "M-54 8C-58 -40 -36 -62 0 -62C38 -62 58 -40 56 6C30 18 -30 20 -54 8Z",
      STRAW.base,
      lit("M-60 10C-60 -40 -40 -70 0 -66C-30 -46 -36 -20 -30 14Z", STRAW.light, 0.8),
      shadow("M70 10V-60H34C50 -30 48 0 34 16Z", STRAW.shade, 0.7),
      line("M-60 -4C-30 10 30 8 62 -8", WINE.base, 19),
    ),
  10,
  -80,
  7,
);

const RING_BACK = oval(212, 346, 158, 40);
const RING_FRONT =
  "M50 340C60 372 130 384 212 384C296 384 364 372 374 338C390 352 384 398 212 398C40 398 34 354 50 340Z";

const band = (x: number, lean: number) =>
  path(`M${x} 330L${x + 42} 330L${x + 42 + lean} 404L${x + lean} 404Z`, WINE.base);

const ringFront = form(
  RING_FRONT,
  "#fff6e8",
  band(58, 4) + band(150, 2) + band(242, -2) + band(330, -6),
  shadow("M30 392C120 384 300 384 400 380V410H30Z", "#5a3a78", 0.45),
  lit("M60 352C120 384 300 388 366 352L366 362C300 394 120 392 58 364Z", "#ffffff", 0.5),
);

const ringBack = form(RING_BACK, "#e6cfc8", band(70, 0) + band(310, 0), shadow("M90 330H340V390H90Z", "#7a4a68", 0.6));

/** A paper umbrella on its stick, for the glass. */
const umbrella =
  line("M0 0L-14 -44", "#8a5a34", 4) +
  form(
    "M-46 -30C-44 -54 -28 -64 -8 -60C12 -56 22 -44 18 -28C-2 -38 -26 -38 -46 -30Z",
    "#e8604f",
    path("M-20 -64L-16 -34L-32 -34Z", "#ffe3b0"),
    path("M-8 -64L2 -32L16 -30Z", "#ffe3b0"),
  );

/** At the sea: afloat in a swim ring, wearing a straw hat, holding a white wine above the water. */
export const summer = () =>
  picture(
    ringBack +
      tail("M300 350C340 340 372 320 366 300C362 288 348 292 350 302", 12) +
      place(hand(), 84, 300, 160, 0.85) +
      torso +
      place(head({ gaze: "page", hat: strawHat }), 216, 178, -6, 0.84) +
      place(neckerchief(), 240, 252, 4, 0.86) +
      place(openBook(TEAL_BOOK), 130, 312, -6, 0.7) +
      place(hand(), 206, 320, 4, 0.85) +
      ringFront +
      place(foot(), 104, 356, 24, 0.72) +
      place(foot(), 148, 368, 16, 0.76) +
      place(glass(WHITE), 352, 292, 6, 0.9) +
      place(umbrella, 366, 216, 20, 0.8) +
      sleeve("M284 282C300 326 326 322 342 296", SHIRT, 46) +
      place(cuff(SHIRT, 42), 342, 294, 112) +
      place(hand(), 350, 270, 100, 0.88),
  );
