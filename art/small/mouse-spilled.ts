import { path, place } from "../kit/svg.ts";
import { cuff, hand, scarf, sleeve } from "./body.ts";
import { picture } from "./form.ts";
import { head } from "./head.ts";
import { DENIM, KNIT } from "./palette.ts";
import { sitter } from "./sitter.ts";
import { glass, RED } from "./things.ts";

/** Something went wrong: the glass fell over. */
export const spilled = () =>
  picture(
    path("M6 378C0 360 30 356 60 362C90 352 140 358 152 370C168 386 130 400 84 398C40 400 10 398 6 384Z", "#b01c38") +
      path("M24 378C40 370 70 372 84 376C60 382 40 384 24 378Z", "#ff6a58", 'opacity=".7"') +
      sitter(KNIT, DENIM) +
      place(head({ gaze: "us", mouth: "worried" }), 226, 180, 0, 0.84) +
      place(scarf(), 250, 256, 4, 0.86) +
      place(glass(RED), 172, 358, -94, 0.94) +
      sleeve("M292 288C308 340 236 330 180 284", KNIT, 48) +
      place(cuff(KNIT, 44), 174, 278, 40) +
      place(hand(), 156, 262, 40, 0.9),
  );
