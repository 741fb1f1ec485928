import { oval } from "../kit/shape.ts";
import { line, path, place } from "../kit/svg.ts";
import { cuff, hand, neckerchief, sleeve } from "./body.ts";
import { form, lit, picture } from "./form.ts";
import { head } from "./head.ts";
import { DENIM, YELLOW_KNIT } from "./palette.ts";
import { sitter } from "./sitter.ts";
import { glass, RED } from "./things.ts";

const cheese = form(
  "M0 0L84 -34C96 -26 100 -12 100 0V34H0Z",
  "#f4c64e",
  lit("M0 0L84 -34L98 -20L10 4H0Z", "#ffe9a0", 1),
  path(oval(30, 18, 9, 7), "#c98f28") + path(oval(66, 12, 12, 9), "#c98f28") + path(oval(50, 32, 7, 5), "#c98f28"),
);
/** The board is empty: it offers a glass and a first piece of cheese. */
export const sharing = () =>
  picture(
    sitter(YELLOW_KNIT, DENIM) +
      place(head({ gaze: "us", mouth: "wide" }), 226, 178, 2, 0.84) +
      place(neckerchief(), 250, 254, 4, 0.86) +
      line("M14 386H124", "#8a5a34", 16) +
      line("M16 382H122", "#c08a54", 8) +
      place(cheese, 22, 344, 0, 0.9) +
      sleeve("M292 284C304 332 244 344 186 322", YELLOW_KNIT, 48) +
      place(cuff(YELLOW_KNIT, 44), 181, 320, 20) +
      place(glass(RED), 148, 362, -10, 1) +
      place(hand(), 157, 314, 20, 0.9),
  );
