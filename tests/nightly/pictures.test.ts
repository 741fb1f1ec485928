import { afterAll, beforeAll, expect, test } from "bun:test";

import { decode } from "fast-png";
import { type Browser, chromium } from "playwright-core";

import { WEB } from "#art/drawn.ts";
import { pictures, type Raster } from "#art/pictures.ts";
import { createRenderer } from "#art/render.ts";

import { ensureChromium } from "../../scripts/chromium.ts";

/** Mean difference of color values, 0 to 255. Another Chromium rounds filters differently; nobody sees 1. */
const TOLERANCE = 1;
/** The low bands represent the scenes: the same drawing, a tenth of the pixels. */
const rasters = Object.entries(pictures).flatMap(([path, picture]): [path: string, picture: Raster][] => {
  const isLargeScene = path.includes("book mouse") && !path.endsWith("band 720.webp");
  return isLargeScene || picture.kind === "ico" ? [] : [[path, picture]];
});

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: ensureChromium(), args: ["--no-sandbox", "--disable-gpu"] });
});
afterAll(() => browser.close());

async function pixels(bytes: Uint8Array): Promise<Uint8Array> {
  return Uint8Array.from(decode(await new Bun.Image(bytes).png().bytes()).data);
}

async function difference(path: string, raster: Raster): Promise<number> {
  const committed = await pixels(await Bun.file(WEB + path).bytes());
  const fresh = await pixels(await createRenderer(browser)(raster));
  expect(fresh.length).toBe(committed.length);
  return committed.reduce((sum, value, i) => sum + Math.abs(value - (fresh[i] ?? 0)), 0) / committed.length;
}

test.each(rasters)("%s looks the same when it is rendered again", async (path, raster) => {
  expect(await difference(path, raster)).toBeLessThan(TOLERANCE);
});

test("two different pictures exceed the tolerance", async () => {
  const humming = rasters.find(([path]) => path === "images/mouse humming.webp");
  if (!humming) throw new Error("The humming mouse has another name now.");
  expect(await difference("images/mouse lost.webp", humming[1])).toBeGreaterThan(TOLERANCE);
});
