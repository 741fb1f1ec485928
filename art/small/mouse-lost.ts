import { line, place } from "../kit/svg.ts";
import { cuff, hand, scarf, sleeve } from "./body.ts";
import { form, picture, shadow } from "./form.ts";
import { head } from "./head.ts";
import { CORDUROY, GREEN_KNIT, OCHRE_BOOK } from "./palette.ts";
import { sitter } from "./sitter.ts";
import { openBook } from "./things.ts";

const sheet = (turn: number, x: number, y: number, size: number) =>
  place(
    form(
      "M-34 -44C-10 -52 14 -38 36 -46L34 44C12 52 -12 38 -36 46Z",
      "#fff4da",
      shadow("M10 -50H50V60H-10Q20 10 10 -50Z", "#cfa872", 0.5),
    ) + line("M-20 -22C-6 -26 8 -18 22 -22M-21 -4C-6 -8 8 0 22 -4M-21 14C-8 10 2 16 10 14", "#b98a52", 5),
    x,
    y,
    turn,
    size,
  );
/** Page not found: the wind took it. */
export const lost = () =>
  picture(
    sitter(GREEN_KNIT, CORDUROY) +
      place(head({ gaze: "up", mouth: "worried" }), 232, 182, 10, 0.84) +
      place(scarf(), 252, 258, 4, 0.86) +
      sheet(-24, 58, 60, 0.92) +
      sheet(16, 34, 196, 0.66) +
      place(hand(), 74, 322, 160, 0.85) +
      place(openBook(OCHRE_BOOK), 124, 328, -6, 0.72) +
      sleeve("M292 288C304 330 278 350 236 342", GREEN_KNIT, 48) +
      place(cuff(GREEN_KNIT, 44), 232, 341, 4) +
      place(hand(), 211, 338, 4, 0.88),
  );
