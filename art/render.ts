import type { Browser } from "playwright-core";

import { readDrawing } from "./drawn.ts";
import { createIco } from "./ico.ts";
import type { Raster, RenderedImage } from "./images.ts";

/** Displacement filters leave edges without anti-aliasing: draw at twice the size, then scale down. */
const DENSITY = 2;
const SCREENSHOT_MS = 180_000;

/** Returns a function that turns an image into the bytes of its file. Sizes of one crop share a screenshot. */
export function createRenderer(browser: Browser): (image: RenderedImage) => Promise<Uint8Array> {
  const screenshots = new Map<string, Promise<Uint8Array>>();

  const rasterize = async (raster: Raster): Promise<Uint8Array> => {
    const key = JSON.stringify([raster.drawing, raster.viewport, raster.crop]);
    const screenshotPng = screenshots.get(key) ?? screenshot(browser, readDrawing(raster.drawing), raster);
    screenshots.set(key, screenshotPng);
    return encode(await screenshotPng, raster);
  };

  return async (image) => {
    if (image.kind !== "ico") return rasterize(image);
    const layers: Uint8Array[] = [];
    for (const layer of image.layers) layers.push(await rasterize(layer));
    return createIco(layers);
  };
}

/** What Chromium shows of a drawing, as a PNG. */
export async function screenshot(browser: Browser, svg: string, { viewport, crop }: Raster): Promise<Uint8Array> {
  const [width, height] = viewport;
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: DENSITY });
  await page.setContent(`<style>body{margin:0;overflow:hidden}svg{display:block}</style>${svg}`);
  const png = await page.screenshot({ omitBackground: true, clip: crop, timeout: SCREENSHOT_MS });
  await page.close();
  return png;
}

/** The image's file, made of its screenshot. */
export function encode(png: Uint8Array, raster: Raster): Promise<Uint8Array> {
  const { width, height, crop } = raster;
  const fullImage = new Bun.Image(png);
  const image = width === crop.width * DENSITY ? fullImage : fullImage.resize(width, height, { filter: "lanczos3" });
  if (raster.kind === "png") return image.png({ compressionLevel: 9 }).bytes();
  if (raster.kind === "webp") return image.webp({ quality: raster.quality }).bytes();
  return image.jpeg({ quality: raster.quality, progressive: true }).bytes();
}
