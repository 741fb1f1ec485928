import { fall } from "./mascot-fall.ts";
import { spring } from "./mascot-spring.ts";
import { summer } from "./mascot-summer.ts";
import { winter } from "./mascot-winter.ts";

/** A picture file under `/images/`: what draws it and its size in pixels. */
export type SmallPicture = {
  /** the SVG of the whole picture */
  readonly draw: () => string;
  readonly width: number;
  readonly height: number;
  /** of WebP and JPEG, 1 to 100 */
  readonly quality?: number;
};

/** Three times the footer's 80 pixels and more than twice the player's 112. */
const mascot = (draw: () => string): SmallPicture => ({ draw, width: 256, height: 256 });

/** Every rendered small picture by the name of its file. */
export const smallPictures: Readonly<Record<string, SmallPicture>> = {
  "mascot spring.webp": mascot(spring),
  "mascot summer.webp": mascot(summer),
  "mascot fall.webp": mascot(fall),
  "mascot winter.webp": mascot(winter),
};
