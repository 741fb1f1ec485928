import { oval } from "../kit/shape.ts";
import { path, place } from "../kit/svg.ts";
import { cuff, foot, hand, neckerchief, sleeve, tail } from "./body.ts";
import { form, lit, picture, shadow } from "./form.ts";
import { head } from "./head.ts";
import { DENIM, PURPLE_BOOK, YELLOW_KNIT } from "./palette.ts";
import { closedBook, glass, WHITE } from "./things.ts";

const torso = form(
  "M178 240C240 222 296 240 312 292C320 326 318 350 310 366H170C156 322 158 270 178 240Z",
  YELLOW_KNIT.base,
  lit("M160 250C180 230 210 230 230 236C196 260 186 310 192 370H150Z", YELLOW_KNIT.light, 0.7),
  shadow("M330 250V380H244C292 350 302 300 282 240Z", YELLOW_KNIT.shade, 0.7),
);

const legs = form(
  "M166 350C210 364 270 364 314 348C321 358 321 366 316 376H256L250 362L240 376H172C165 366 163 358 166 350Z",
  DENIM.base,
  lit("M160 344H206L196 400H150Z", DENIM.light, 0.6),
  shadow("M330 340V400H280C296 384 302 364 300 344Z", DENIM.shade, 0.7),
);

/** A daisy, 60 wide. */
const daisy = [0, 45, 90, 135, 180, 225, 270, 315]
  .map((turn) =>
    place(path(oval(0, -18, 8.5, 14), "#fffaf2") + path(oval(3, -14, 4, 9), "#e6d6d8", 'opacity=".7"'), 0, 0, turn),
  )
  .join("")
  .concat(path(oval(0, 0, 10, 10), "#f0b13c"), path(oval(-3, -3, 4, 4), "#ffe08a"));

/** In the meadow: standing, a book under its arm, raising a glass to the reader. */
export const spring = () =>
  picture(
    tail("M306 366C340 380 376 364 378 330C380 304 358 296 350 312C344 326 360 334 368 324", 14) +
      place(foot(), 190, 379, 0, 0.82) +
      place(foot(), 268, 380, 0, 0.86) +
      legs +
      sleeve("M188 276C150 296 118 290 92 268", YELLOW_KNIT, 46) +
      torso +
      place(head({ gaze: "us", mouth: "wide", hat: place(daisy, -22, -84, 10, 1.15) }), 224, 176, 3, 0.84) +
      place(neckerchief(), 248, 252, 4, 0.86) +
      place(closedBook(PURPLE_BOOK), 218, 322, -10, 0.72) +
      place(cuff(YELLOW_KNIT, 42), 90, 268, 42) +
      place(glass(WHITE), 66, 296, -10, 1.05) +
      place(hand(), 72, 256, 36, 0.92) +
      sleeve("M296 280C320 318 296 350 254 346", YELLOW_KNIT, 48) +
      place(cuff(YELLOW_KNIT, 44), 250, 346, 4) +
      place(hand(), 230, 344, 4, 0.88),
  );
