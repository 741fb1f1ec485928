import { brush } from "../kit/stroke.ts";
import { line, place } from "../kit/svg.ts";
import { cuff, foot, hand, scarf, sleeve, tail } from "./body.ts";
import { form, lit, picture, shadow } from "./form.ts";
import { head } from "./head.ts";
import { KNIT, RED_BOOK, WINE } from "./palette.ts";
import { glass, openBook, RED } from "./things.ts";

const BLANKET = "M110 396C98 350 128 312 190 306C250 300 318 310 338 346C350 368 348 388 344 396Z";
const TORSO = "M196 240C244 226 306 240 324 290C336 330 332 366 322 384H190C176 340 176 280 196 240Z";

const blanket = form(
  BLANKET,
  "#3f6b58",
  line("M96 372C180 356 280 356 356 372M104 340C180 320 280 318 350 340", "#24473d", 13, 'opacity=".75"'),
  line(
    "M160 300C146 330 142 370 146 400M222 296C212 330 210 370 214 400M286 296C290 330 292 370 288 400",
    "#24473d",
    13,
    'opacity=".75"',
  ),
  line(
    "M96 358C180 342 280 342 356 358M188 300C176 330 174 370 178 400M252 296C250 330 250 370 250 400",
    "#e8765e",
    4,
    'opacity=".8"',
  ),
  lit("M96 400C92 340 130 304 210 300C150 324 130 350 128 400Z", "#8fb896", 0.5),
  shadow("M360 320V400H250C310 392 340 366 330 320Z", "#1c2a40", 0.5),
);

const torso = form(
  TORSO,
  KNIT.base,
  shadow("M340 250V390H250C300 360 316 310 296 240Z", KNIT.shade, 0.75),
  line("M224 262V384M250 262V384M276 262V384M302 270V384", KNIT.shade, 5, 'opacity=".45" stroke-dasharray="7 6"'),
);

/** A wine-red pompom hat, 0.7 of the head's width so that it clears the ears. */
const cap = place(
  form(
    "M-62 14C-64 -40 -34 -70 2 -70C40 -70 66 -40 64 12C30 0 -30 0 -62 14Z",
    WINE.base,
    lit("M-66 14C-66 -44 -36 -74 10 -74C-24 -52 -40 -20 -36 14Z", WINE.light, 0.75),
    shadow("M70 20V-60H40C60 -30 54 0 40 14Z", WINE.shade, 0.8),
  ) +
    line("M-64 8C-30 -8 32 -9 66 6", KNIT.shade, 24) +
    line("M-65 5C-31 -11 31 -12 65 3", KNIT.base, 17) +
    form(
      "M-22 -84C-26 -102 -8 -112 6 -108C24 -106 30 -88 24 -76C16 -62 -16 -64 -22 -84Z",
      KNIT.base,
      shadow("M30 -110V-60H-10C20 -70 26 -90 16 -112Z", KNIT.shade, 0.7),
    ),
  14,
  -78,
  7,
);

/** By the fire: wrapped in a tartan blanket, mulled wine at its feet, deep in its book. */
export const winter = () =>
  picture(
    tail("M318 372C352 384 380 370 386 342C390 322 376 308 366 318", 14) +
      torso +
      place(head({ gaze: "page", hat: cap }), 222, 186, -6, 0.86) +
      place(scarf(), 246, 260, 4, 0.92) +
      place(foot(), 118, 376, 0, 0.92) +
      blanket +
      place(hand(), 82, 336, 160, 0.85) +
      place(openBook(RED_BOOK), 132, 338, -4, 0.74) +
      sleeve("M292 286C306 322 284 350 240 346", KNIT, 52) +
      place(cuff(KNIT, 46), 234, 345, 2) +
      place(hand(), 214, 344, 4, 0.92) +
      place(glass(RED), 38, 396, 0, 0.86) +
      brush("M28 286C14 264 42 246 26 216", 9, "#fff6e6", { opacity: 0.75, jitter: 0 }),
  );
