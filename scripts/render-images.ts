/**
 * Renders the hero scenes from their vector sources (src/web/images/source) to the files that the club serves.
 * Usage: bun scripts/render-images.ts [season …] [--phone: only what phones get] [--band: only the bands].
 * It takes a Chromium, which a build machine may lack: therefore the rendered files are committed.
 */
import { type Browser, chromium } from "playwright-core";

import { HEIGHT, WIDTH } from "../src/web/images/source/kit/canvas.ts";
import { type Scene, scenes } from "../src/web/images/source/scenes/scenes.ts";
import { ensureChromium } from "./chromium.ts";

const NARROW = 800;
/** Widths in pixels of what phones get, with their quality: it is the first thing that members see. */
const PHONES = [
  [720, 76],
  [1080, 72],
] as const;
/** The head and the book, for a low band: rows of the canvas, and as many of them. */
const BAND = {
  height: 356,
  sizes: [
    [720, 48],
    [1080, 50],
  ],
} as const;
const OUT = new URL("../src/web/images/", import.meta.url).pathname;

type Clip = { x: number; y: number; width: number; height: number };

/** Drawn at twice the size and scaled down: displaced edges have no anti-aliasing of their own. */
async function photograph(browser: Browser, svg: string, clip: Clip): Promise<Uint8Array> {
  const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT }, deviceScaleFactor: 2 });
  await page.setContent(`<body style="margin:0">${svg}</body>`);
  const bytes = await page.screenshot({ clip, timeout: 180_000 });
  await page.close();
  return bytes;
}

async function render(browser: Browser, season: string, { draw, narrowLeft, bandTop }: Scene): Promise<void> {
  const svg = draw();
  const name = `${OUT}book mouse ${season}`;
  const band = await photograph(browser, svg, { x: narrowLeft, y: bandTop, width: NARROW, height: BAND.height });
  for (const [width, quality] of BAND.sizes) {
    const image = new Bun.Image(band).resize(width, (width * BAND.height) / NARROW, { filter: "lanczos3" });
    const bytes = await image.webp({ quality }).write(`${name} band ${width}.webp`);
    console.log(season, "band", width, `${Math.round(bytes / 1024)} KB`);
  }
  if (bandsAlone) return;
  const part = await photograph(browser, svg, { x: narrowLeft, y: 0, width: NARROW, height: HEIGHT });
  for (const [width, quality] of PHONES) {
    const image = new Bun.Image(part).resize(width, (width * HEIGHT) / NARROW, { filter: "lanczos3" });
    const bytes = await image.webp({ quality }).write(`${name} ${width}.webp`);
    console.log(season, width, `${Math.round(bytes / 1024)} KB`);
  }
  if (phonesAlone) return;
  const whole = await photograph(browser, svg, { x: 0, y: 0, width: WIDTH, height: HEIGHT });
  const small = (png: Uint8Array, width: number) => new Bun.Image(png).resize(width, HEIGHT, { filter: "lanczos3" });
  const sizes = [
    await small(whole, WIDTH).jpeg({ quality: 89, progressive: true }).write(`${name}.jpg`),
    await small(whole, WIDTH).webp({ quality: 84 }).write(`${name}.webp`),
    await new Bun.Image(whole).webp({ quality: 70 }).write(`${name} 3200.webp`),
    await small(part, NARROW).webp({ quality: 84 }).write(`${name} 800.webp`),
    await new Bun.Image(part).webp({ quality: 70 }).write(`${name} 800 dense.webp`),
  ];
  console.log(season, sizes.map((size) => `${Math.round(size / 1024)} KB`).join(", "));
}

const bandsAlone = process.argv.includes("--band");
const phonesAlone = process.argv.includes("--phone");
const wanted = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const browser = await chromium.launch({
  executablePath: ensureChromium(),
  args: ["--no-sandbox", "--disable-gpu"],
});
for (const [season, scene] of Object.entries(scenes)) {
  if (wanted.length === 0 || wanted.includes(season)) await render(browser, season, scene);
}
await browser.close();
