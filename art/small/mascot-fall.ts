import { brush } from "../kit/stroke.ts";
import { line, place } from "../kit/svg.ts";
import { cuff, foot, hand, scarf, sleeve, tail } from "./body.ts";
import { form, lit, picture, shadow } from "./form.ts";
import { head } from "./head.ts";
import { CORDUROY, GREEN_KNIT, OCHRE_BOOK, type Tone, WINE } from "./palette.ts";
import { glass, openBook, RED } from "./things.ts";

const LEAF: Tone = { base: "#f0a03a", shade: "#b85e1c", light: "#ffd27a" };

const torso = form(
  "M182 240C242 222 292 240 306 290C314 322 312 346 302 360H176C160 318 162 270 182 240Z",
  GREEN_KNIT.base,
  line(
    "M190 268Q246 288 306 266M180 296Q246 316 314 292M178 324Q246 344 316 320",
    GREEN_KNIT.light,
    6,
    'opacity=".55" stroke-dasharray="8 7"',
  ),
  shadow("M330 250V370H240C288 346 298 300 278 240Z", GREEN_KNIT.shade, 0.7),
);

const farLeg = form("M178 336C170 352 152 366 130 374L146 396C176 392 212 376 226 350Z", CORDUROY.shade);
const nearLeg = form(
  "M200 340C204 360 240 366 262 372L284 396L312 378C304 362 304 350 304 338Z",
  CORDUROY.base,
  lit("M196 334H250L236 372Z", CORDUROY.light, 0.5),
  shadow("M320 330V390H280Q296 360 290 334Z", CORDUROY.shade, 0.7),
);

const LEAF_SHAPE =
  "M0 -44L10 -24L26 -30L22 -12L40 -8L26 6L32 22L12 18L4 32L-6 18L-26 24L-22 8L-40 -2L-22 -12L-28 -30L-10 -24Z";

/** A maple leaf, 80 wide. */
const mapleLeaf =
  line("M0 20L4 54", LEAF.shade, 6) +
  form(LEAF_SHAPE, LEAF.base, lit("M-44 -40H0V40Z", LEAF.light, 0.7), shadow("M10 40L44 -20V40Z", LEAF.shade, 0.6)) +
  line("M1 26L0 -30M0 4L-22 -6M0 4L22 -4", LEAF.shade, 3.2);

const streamer = form(
  "M-10 -12C30 -30 62 -6 102 -26L112 4C74 26 44 2 2 20Z",
  WINE.base,
  lit("M-10 -14C30 -34 62 -8 104 -28L106 -16C66 6 36 -16 -4 2Z", WINE.light, 0.7),
  shadow("M0 20C44 4 74 24 114 2V40H0Z", WINE.shade, 0.5),
);

/** Walking home through the leaves: reading, the glass in its tail. */
export const fall = () =>
  picture(
    tail("M292 340C336 356 380 334 378 300C376 274 352 260 334 274", 14) +
      place(streamer, 286, 252, 8, 0.8) +
      farLeg +
      place(foot(), 112, 380, 8, 0.74) +
      place(foot(), 312, 372, 34, 0.74) +
      nearLeg +
      torso +
      place(head({ gaze: "page", hat: place(mapleLeaf, 4, -88, -14, 1.05) }), 220, 176, -4, 0.84) +
      place(scarf(), 246, 250, 4, 0.88) +
      place(hand(), 78, 308, 160, 0.85) +
      place(openBook(OCHRE_BOOK), 124, 310, -5, 0.72) +
      sleeve("M284 278C298 312 276 326 236 322", GREEN_KNIT, 48) +
      place(cuff(GREEN_KNIT, 44), 232, 321, 6) +
      place(hand(), 212, 318, 5, 0.88) +
      place(glass(RED), 350, 300, 6, 0.95) +
      brush("M334 270C336 286 356 292 374 280", 11, "#b9656a", { jitter: 0, profile: (t) => 0.5 + t / 2 }) +
      brush("M334 270C337 283 356 289 373 277", 7, "#f0b09c", { jitter: 0, profile: (t) => 0.5 + t / 2 }),
  );
