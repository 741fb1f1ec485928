/** A rectangle of the drawing, in CSS pixels. */
type Crop = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/**
 * `drawing`: path of an SVG file below this folder. `crop`: the part of it that is shown. `width`, `height`: pixels of
 * the image. `viewport`: the browser's size in CSS pixels; a drawing without a width fills it, and its size decides
 * how Chromium rounds in filters.
 */
export type Raster = {
  readonly drawing: string;
  readonly viewport: readonly [width: number, height: number];
  readonly crop: Crop;
  readonly width: number;
  readonly height: number;
} & ({ readonly kind: "jpeg" | "webp"; readonly quality: number } | { readonly kind: "png" });

/** `ico`: one file of several PNGs. */
export type RenderedImage = Raster | { readonly kind: "ico"; readonly layers: readonly Raster[] };

const WIDTH = 1600;
const HEIGHT = 700;
/** Phones get the 800 units around the mouse; the wide crop shows only its head and book. */
const NARROW_WIDTH = 800;
const BAND_HEIGHT = 356;
const FALL_LEFT = 790;

const squareRaster = (drawing: string, side: number) => ({
  drawing,
  viewport: [side, side] as const,
  crop: { x: 0, y: 0, width: side, height: side },
  width: side,
  height: side,
});
/** Three times the footer's 80 pixels and more than twice the player's 112. */
const mascot = (drawing: string): RenderedImage => ({ kind: "webp", ...squareRaster(drawing, 256), quality: 72 });
/** Sharp at the 112 pixels that `mouse-image.tsx` shows, and light. */
const mouse = (drawing: string): RenderedImage => ({ kind: "webp", ...squareRaster(drawing, 212), quality: 72 });
const icon = (drawing: string, side: number): Raster => ({ kind: "png", ...squareRaster(drawing, side) });

/** A scene in each size that `hero.ts` offers. Quality falls with size: no file may exceed 180 KB. */
function heroes(season: string, narrowLeft: number, bandTop: number): Record<string, RenderedImage> {
  const name = `images/book mouse ${season}`;
  const scene = { drawing: `scenes/${season}.svg`, viewport: [WIDTH, HEIGHT] } as const;
  const createCropper = (crop: Crop) => (width: number, quality: number) => {
    const height = Math.floor((width * crop.height) / crop.width);
    return { kind: "webp", ...scene, crop, width, height, quality } as const;
  };
  const fullRaster = createCropper({ x: 0, y: 0, width: WIDTH, height: HEIGHT });
  const narrowRaster = createCropper({ x: narrowLeft, y: 0, width: NARROW_WIDTH, height: HEIGHT });
  const bandRaster = createCropper({ x: narrowLeft, y: bandTop, width: NARROW_WIDTH, height: BAND_HEIGHT });
  return {
    [`${name}.jpg`]: { ...fullRaster(WIDTH, 89), kind: "jpeg" },
    [`${name}.webp`]: fullRaster(WIDTH, 84),
    [`${name} 3200.webp`]: fullRaster(2 * WIDTH, 70),
    [`${name} 720.webp`]: narrowRaster(720, 76),
    [`${name} 800.webp`]: narrowRaster(NARROW_WIDTH, 84),
    [`${name} 800 dense.webp`]: narrowRaster(2 * NARROW_WIDTH, 70),
    [`${name} 1080.webp`]: narrowRaster(1080, 72),
    [`${name} band 720.webp`]: bandRaster(720, 48),
    [`${name} band 1080.webp`]: bandRaster(1080, 50),
  };
}

/** The only drawing that is served without rendering. */
export const FAVICON = "images/favicon.svg";
const faviconDrawing = `../src/web/${FAVICON}`;

/** Every rendered file, by its path below `src/web`. */
export const images: Readonly<Record<string, RenderedImage>> = {
  ...heroes("winter", 770, 170),
  ...heroes("spring", 710, 208),
  ...heroes("summer", 790, 162),
  ...heroes("fall", FALL_LEFT, 172),
  "images/mascot spring.webp": mascot("mascots/spring.svg"),
  "images/mascot summer.webp": mascot("mascots/summer.svg"),
  "images/mascot fall.webp": mascot("mascots/fall.svg"),
  "images/mascot winter.webp": mascot("mascots/winter.svg"),
  "images/mouse choosing.webp": mouse("mice/choosing.svg"),
  "images/mouse sharing.webp": mouse("mice/sharing.svg"),
  "images/mouse humming.webp": mouse("mice/humming.svg"),
  "images/mouse lost.webp": mouse("mice/lost.svg"),
  "images/mouse spilled.webp": mouse("mice/spilled.svg"),
  "images/icon 192.png": icon("icons/app.svg", 192),
  "images/icon 512.png": icon("icons/app.svg", 512),
  "images/icon 512 maskable.png": icon("icons/maskable.svg", 512),
  "images/apple-touch-icon.png": icon("icons/touch.svg", 180),
  // The size that Open Graph readers ask for.
  "images/social.jpg": {
    kind: "jpeg",
    drawing: "scenes/winter.svg",
    viewport: [WIDTH, 670],
    crop: { x: 400, y: 40, width: 1200, height: 630 },
    width: 1200,
    height: 630,
    quality: 84,
  },
  // Podcast apps want a square of at least 1400 pixels.
  "images/podcast.jpg": {
    kind: "jpeg",
    drawing: "scenes/fall.svg",
    viewport: [WIDTH, HEIGHT],
    crop: { x: FALL_LEFT + 50, y: 0, width: HEIGHT, height: HEIGHT },
    width: 2 * HEIGHT,
    height: 2 * HEIGHT,
    quality: 80,
  },
  "favicon.ico": { kind: "ico", layers: [16, 32, 48].map((side) => icon(faviconDrawing, side)) },
};
