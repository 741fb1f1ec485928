import { oval } from "../kit/shape.ts";
import { line, path, place } from "../kit/svg.ts";
import { cuff, hand, scarf, sleeve } from "./body.ts";
import { picture } from "./form.ts";
import { head } from "./head.ts";
import { BLUE_KNIT, CORDUROY, PLUM, WINE } from "./palette.ts";
import { sitter } from "./sitter.ts";

const phones =
  line("M-62 -66C-52 -128 70 -142 104 -66", PLUM, 15) +
  line("M-62 -68C-52 -130 70 -144 104 -68", WINE.base, 8) +
  path(oval(108, -40, 34, 42, -16), PLUM) +
  path(oval(102, -42, 26, 34, -16), WINE.base) +
  path(oval(94, -52, 9, 14, -16), WINE.light) +
  path(oval(-70, -52, 13, 24, 8), PLUM);
const note = (color: string) =>
  path(oval(0, 0, 13, 10, -20), color) + line("M11 -4V-46C18 -34 32 -36 34 -22", color, 6);
/** No audiobook yet: it hums to itself. */
export const humming = () =>
  picture(
    sitter(BLUE_KNIT, CORDUROY) +
      place(head({ gaze: "asleep", mouth: "smile", hat: phones }), 226, 180, 4, 0.84) +
      place(scarf(), 250, 256, 4, 0.86) +
      sleeve("M292 286C304 330 262 348 214 340", BLUE_KNIT, 48) +
      place(cuff(BLUE_KNIT, 44), 208, 340, 6) +
      place(hand(), 188, 338, 4, 0.9) +
      place(note("#cf9a35"), 62, 150, -8, 1.1) +
      place(note("#b7485a"), 30, 226, 6, 0.8),
  );
