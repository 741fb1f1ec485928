import { line, place } from "../kit/svg.ts";
import { foot, tail } from "./body.ts";
import { form, lit, shadow } from "./form.ts";
import type { Tone } from "./palette.ts";

const TORSO = "M178 244C240 224 296 242 314 294C324 330 324 370 312 388H170C156 340 156 276 178 244Z";
const THIGH = "M306 336C330 352 338 382 324 396H168C150 390 150 362 172 350C210 332 270 324 306 336Z";

/** The mouse's body sitting on the ground, toes left. Add the head at (222, 180), then the arms. */
export function sitter(top: Tone, trousers: Tone): string {
  return (
    tail("M314 380C350 390 382 372 382 342C382 320 364 314 358 328", 14) +
    form(
      TORSO,
      top.base,
      lit("M158 252C180 232 210 230 232 236C196 262 186 310 192 396H150Z", top.light, 0.6),
      shadow("M330 250V396H244C296 356 306 300 284 240Z", top.shade, 0.7),
    ) +
    place(foot(), 142, 366, 6, 0.74) +
    place(foot(), 128, 382, 0, 0.82) +
    form(
      THIGH,
      trousers.base,
      lit("M150 372C166 346 240 330 300 336C230 344 190 360 186 380Z", trousers.light, 0.6),
      shadow("M340 340V400H200C270 394 318 380 316 336Z", trousers.shade, 0.7),
    ) +
    line("M186 388C230 386 270 380 292 366", trousers.shade, 4, 'opacity=".6"')
  );
}
