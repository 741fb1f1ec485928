import { HEIGHT, WIDTH } from "./kit/canvas.ts";
import { type Scene, scenes } from "./scenes/scenes.ts";
import { appIcon, favicon, maskableIcon, touchIcon } from "./small/icons.ts";
import { fall } from "./small/mascot-fall.ts";
import { spring } from "./small/mascot-spring.ts";
import { summer } from "./small/mascot-summer.ts";
import { winter } from "./small/mascot-winter.ts";
import { choosing } from "./small/mouse-choosing.ts";
import { humming } from "./small/mouse-humming.ts";
import { lost } from "./small/mouse-lost.ts";
import { sharing } from "./small/mouse-sharing.ts";
import { spilled } from "./small/mouse-spilled.ts";

/** Returns a whole SVG: the same text on every call. */
export type Draw = () => string;

/** A rectangle of the drawing, in CSS pixels. */
type Crop = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/**
 * `crop`: what the file shows of the drawing. `width`, `height`: the file's pixels. `viewport`: the browser's, in CSS
 * pixels; a drawing without a width fills it, and its size decides how Chromium rounds in filters.
 */
export type Raster = {
  readonly draw: Draw;
  readonly viewport: readonly [width: number, height: number];
  readonly crop: Crop;
  readonly width: number;
  readonly height: number;
} & ({ readonly kind: "jpeg" | "webp"; readonly quality: number } | { readonly kind: "png" });

/** `svg`: the drawing itself. `ico`: one file of several PNGs. */
export type Picture =
  Raster | { readonly kind: "svg"; readonly draw: Draw } | { readonly kind: "ico"; readonly layers: readonly Raster[] };

/** Phones get the 800 units around the mouse; a band is its head and book alone. */
const NARROW = 800;
const BAND = 356;

const square = (draw: Draw, side: number) => ({
  draw,
  viewport: [side, side] as const,
  crop: { x: 0, y: 0, width: side, height: side },
  width: side,
  height: side,
});
/** Three times the footer's 80 pixels and more than twice the player's 112. */
const mascot = (draw: Draw): Picture => ({ kind: "webp", ...square(draw, 256), quality: 72 });
/** Sharp at the 112 pixels that `mouse-picture.tsx` shows, and light. */
const mouse = (draw: Draw): Picture => ({ kind: "webp", ...square(draw, 212), quality: 72 });
const icon = (draw: Draw, side: number): Raster => ({ kind: "png", ...square(draw, side) });

/** A scene in each size that `hero.ts` offers. Quality falls with size: no file may exceed 180 KB. */
function heroes(season: string, { draw, narrowLeft, bandTop }: Scene): Record<string, Picture> {
  const name = `images/book mouse ${season}`;
  const scene = { draw, viewport: [WIDTH, HEIGHT] as const };
  const cut = (crop: Crop) => (width: number, quality: number) => {
    const height = Math.floor((width * crop.height) / crop.width);
    return { kind: "webp", ...scene, crop, width, height, quality } as const;
  };
  const whole = cut({ x: 0, y: 0, width: WIDTH, height: HEIGHT });
  const narrow = cut({ x: narrowLeft, y: 0, width: NARROW, height: HEIGHT });
  const band = cut({ x: narrowLeft, y: bandTop, width: NARROW, height: BAND });
  return {
    [`${name}.jpg`]: { ...whole(WIDTH, 89), kind: "jpeg" },
    [`${name}.webp`]: whole(WIDTH, 84),
    [`${name} 3200.webp`]: whole(2 * WIDTH, 70),
    [`${name} 720.webp`]: narrow(720, 76),
    [`${name} 800.webp`]: narrow(NARROW, 84),
    [`${name} 800 dense.webp`]: narrow(2 * NARROW, 70),
    [`${name} 1080.webp`]: narrow(1080, 72),
    [`${name} band 720.webp`]: band(720, 48),
    [`${name} band 1080.webp`]: band(1080, 50),
  };
}

/** Every drawn file, by its path below `src/web`. */
export const pictures: Readonly<Record<string, Picture>> = {
  ...heroes("winter", scenes.winter),
  ...heroes("spring", scenes.spring),
  ...heroes("summer", scenes.summer),
  ...heroes("fall", scenes.fall),
  "images/mascot spring.webp": mascot(spring),
  "images/mascot summer.webp": mascot(summer),
  "images/mascot fall.webp": mascot(fall),
  "images/mascot winter.webp": mascot(winter),
  "images/mouse choosing.webp": mouse(choosing),
  "images/mouse sharing.webp": mouse(sharing),
  "images/mouse humming.webp": mouse(humming),
  "images/mouse lost.webp": mouse(lost),
  "images/mouse spilled.webp": mouse(spilled),
  "images/icon 192.png": icon(appIcon, 192),
  "images/icon 512.png": icon(appIcon, 512),
  "images/icon 512 maskable.png": icon(maskableIcon, 512),
  "images/apple-touch-icon.png": icon(touchIcon, 180),
  // The size that Open Graph readers ask for.
  "images/social.jpg": {
    kind: "jpeg",
    draw: scenes.winter.draw,
    viewport: [WIDTH, 670],
    crop: { x: 400, y: 40, width: 1200, height: 630 },
    width: 1200,
    height: 630,
    quality: 84,
  },
  // Podcast apps want a square of at least 1400 pixels.
  "images/podcast.jpg": {
    kind: "jpeg",
    draw: scenes.fall.draw,
    viewport: [WIDTH, HEIGHT],
    crop: { x: scenes.fall.narrowLeft + 50, y: 0, width: HEIGHT, height: HEIGHT },
    width: 2 * HEIGHT,
    height: 2 * HEIGHT,
    quality: 80,
  },
  "images/favicon.svg": { kind: "svg", draw: favicon },
  "favicon.ico": { kind: "ico", layers: [16, 32, 48].map((side) => icon(favicon, side)) },
};
