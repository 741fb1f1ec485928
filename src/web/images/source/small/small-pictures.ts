import { scenes } from "../scenes/scenes.ts";
import { appIcon, favicon, maskableIcon, touchIcon } from "./icons.ts";
import { fall } from "./mascot-fall.ts";
import { spring } from "./mascot-spring.ts";
import { summer } from "./mascot-summer.ts";
import { winter } from "./mascot-winter.ts";
import { choosing } from "./mouse-choosing.ts";
import { humming } from "./mouse-humming.ts";
import { lost } from "./mouse-lost.ts";
import { sharing } from "./mouse-sharing.ts";
import { spilled } from "./mouse-spilled.ts";

/** A picture file under `/images/`: what draws it and its size in pixels. */
export type SmallPicture = {
  /** the SVG of the whole picture */
  readonly draw: () => string;
  readonly width: number;
  readonly height: number;
  /** the upper left corner of what the file shows, where the drawing is larger than it */
  readonly from?: readonly [x: number, y: number];
};

/** Three times the footer's 80 pixels and more than twice the player's 112. */
const mascot = (draw: () => string): SmallPicture => ({ draw, width: 256, height: 256 });
/** Sharp at the side of 112 that `ui/mouse-picture.tsx` shows, and light. */
const mouse = (draw: () => string): SmallPicture => ({ draw, width: 212, height: 212 });
const icon = (draw: () => string, side: number): SmallPicture => ({ draw, width: side, height: side });

/** Every rendered small picture by the name of its file. */
export const smallPictures: Readonly<Record<string, SmallPicture>> = {
  "mascot spring.webp": mascot(spring),
  "mascot summer.webp": mascot(summer),
  "mascot fall.webp": mascot(fall),
  "mascot winter.webp": mascot(winter),
  "mouse choosing.webp": mouse(choosing),
  "mouse sharing.webp": mouse(sharing),
  "mouse humming.webp": mouse(humming),
  "mouse lost.webp": mouse(lost),
  "mouse spilled.webp": mouse(spilled),
  "icon 192.png": icon(appIcon, 192),
  "icon 512.png": icon(appIcon, 512),
  "icon 512 maskable.png": icon(maskableIcon, 512),
  "apple-touch-icon.png": icon(touchIcon, 180),
  // What a shared link shows: the mouse, its fire and its glass, in the shape that Open Graph's readers ask for.
  "social.jpg": { draw: scenes.winter.draw, width: 1200, height: 630, from: [400, 40] },
};

/** The tab's icon: served as it is drawn, and as `favicon.ico` with these sides in pixels. */
export const tabIcon = { draw: favicon, icoSides: [16, 32, 48] } as const;
