import { afterAll, beforeAll, expect, test } from "bun:test";

import { decode } from "fast-png";
import { type Browser, chromium } from "playwright-core";

import { readDrawing, WEB_FOLDER } from "#art/drawn.ts";
import { images, type Raster } from "#art/images.ts";
import { createRenderer, encode, screenshot } from "#art/render.ts";

import { ensureChromium } from "../../scripts/chromium.ts";

/**
 * Tolerance of one color value, 0 to 255, and of the mean: another Chromium rounds filters differently, and WebP turns
 * that into 36 in a few pixels.
 */
const LEVEL_TOLERANCE = 48;
const MEAN_TOLERANCE = 0.5;

const rasters = Object.entries(images).flatMap(([path, image]): [path: string, image: Raster][] =>
  image.kind === "ico" ? [] : [[path, image]],
);

let browser: Browser;
let render: ReturnType<typeof createRenderer>;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: await ensureChromium(), args: ["--no-sandbox", "--disable-gpu"] });
  render = createRenderer(browser);
});
afterAll(() => browser.close());

const pixels = async (bytes: Uint8Array) => decode(await new Bun.Image(bytes).png().bytes()).data;

/** Compares a rendered image with the shipped one, pixel by pixel. */
async function measureDifferences(path: string, rendered: Uint8Array): Promise<{ most: number; mean: number }> {
  const [shippedPixels, renderedPixels] = [
    await pixels(await Bun.file(WEB_FOLDER + path).bytes()),
    await pixels(rendered),
  ];
  expect(renderedPixels.length).toBe(shippedPixels.length);
  let [largest, sum] = [0, 0];
  for (const [i, value] of shippedPixels.entries()) {
    const difference = Math.abs(value - (renderedPixels[i] ?? 0));
    largest = Math.max(largest, difference);
    sum += difference;
  }
  return { most: largest, mean: sum / shippedPixels.length };
}

test.each(rasters)("%s looks the same when it is rendered again", async (path, raster) => {
  const { most, mean } = await measureDifferences(path, await render(raster));
  expect(most).toBeLessThanOrEqual(LEVEL_TOLERANCE);
  expect(mean).toBeLessThan(MEAN_TOLERANCE);
});

test("detects that a drawing lacks its smallest part", async () => {
  const path = "images/mouse lost.webp";
  const raster = rasters.find(([name]) => name === path)?.[1];
  if (!raster) throw new Error("The lost mouse has another name now.");
  const svg = readDrawing(raster.drawing);
  const withoutNose = svg.replace('id="nose"', 'id="nose" display="none"');
  expect(withoutNose).not.toBe(svg);
  const { most } = await measureDifferences(path, await encode(await screenshot(browser, withoutNose, raster), raster));
  expect(most).toBeGreaterThan(LEVEL_TOLERANCE);
});
