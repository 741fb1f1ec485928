import { line, path, place } from "../kit/svg.ts";
import { cuff, hand, scarf, sleeve } from "./body.ts";
import { form, lit, picture, shadow } from "./form.ts";
import { head } from "./head.ts";
import { CORDUROY, GREEN_KNIT, OCHRE_BOOK, PURPLE_BOOK, RED_BOOK, TEAL_BOOK, type Tone } from "./palette.ts";
import { sitter } from "./sitter.ts";

/** A book lying flat, spine to the viewer: `width` by 34, centered on the origin. */
const lying = ({ base, shade, light }: Tone, width: number) =>
  path(`M${-width / 2 + 6} -12H${width / 2}V14H${-width / 2 + 6}Z`, "#fff0d0") +
  line(`M${-width / 2 + 14} -3H${width / 2}M${-width / 2 + 14} 5H${width / 2}`, "#cfa872", 2) +
  form(
    `M${width / 2} -17H${-width / 2 + 8}C${-width / 2 - 6} -17 ${-width / 2 - 6} 17 ${-width / 2 + 8} 17H${width / 2}V12H${-width / 2 + 14}C${-width / 2 + 6} 8 ${-width / 2 + 6} -8 ${-width / 2 + 14} -12H${width / 2}Z`,
    base,
    lit(`M${-width / 2 - 8} -18H${width / 2}V-14H${-width / 2}Z`, light, 0.9),
    shadow(`M${-width / 2} 12H${width / 2}V20H${-width / 2 - 8}Z`, shade, 0.8),
  );

/** No book chosen yet: it brings everything you could read next. */
export const choosing = () =>
  picture(
    sitter(GREEN_KNIT, CORDUROY) +
      place(head({ gaze: "up", mouth: "smile" }), 236, 178, 8, 0.84) +
      place(scarf(), 254, 254, 4, 0.86) +
      place(lying(PURPLE_BOOK, 128), 92, 372, 0) +
      place(lying(OCHRE_BOOK, 108), 98, 339, -2) +
      place(lying(TEAL_BOOK, 122), 88, 306, 2) +
      place(lying(RED_BOOK, 100), 96, 272, -4) +
      sleeve("M292 284C304 326 262 336 190 316", GREEN_KNIT, 48) +
      place(cuff(GREEN_KNIT, 44), 184, 314, 14) +
      place(hand(), 164, 308, 12, 0.9),
  );
