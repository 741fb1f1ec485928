/**
 * Renders the small pictures (src/web/images/source/small) to the files that the club serves.
 * Usage: bun scripts/render-small-pictures.ts [part of a name …].
 * It takes a Chromium, which a build machine may lack: therefore the rendered files are committed.
 */
import { type Browser, chromium } from "playwright-core";

import { type SmallPicture, smallPictures, tabIcon } from "../src/web/images/source/small/small-pictures.ts";
import { ensureChromium } from "./chromium.ts";
import { icoOf } from "./web/ico.ts";

const WEB = new URL("../src/web/", import.meta.url).pathname;
const IMAGES = `${WEB}images/`;

/** Drawn at twice the size and scaled down: thin lines keep an even weight. */
async function photograph(browser: Browser, { draw, width, height, from }: SmallPicture): Promise<Bun.Image> {
  const [x, y] = from ?? [0, 0];
  const page = await browser.newPage({
    viewport: { width: x + width, height: y + height },
    deviceScaleFactor: 2,
  });
  const size = from ? "" : `svg{display:block;width:${width}px;height:${height}px}`;
  await page.setContent(`<style>body{margin:0;overflow:hidden}${size}</style>${draw()}`);
  const bytes = await page.screenshot({ omitBackground: true, clip: { x, y, width, height }, timeout: 180_000 });
  await page.close();
  return new Bun.Image(bytes).resize(width, height, { filter: "lanczos3" });
}

async function render(browser: Browser, name: string, picture: SmallPicture): Promise<number> {
  const image = await photograph(browser, picture);
  if (name.endsWith(".webp")) return image.webp({ quality: 72 }).write(IMAGES + name);
  if (name.endsWith(".jpg")) return image.jpeg({ quality: 84, progressive: true }).write(IMAGES + name);
  return image.png({ compressionLevel: 9 }).write(IMAGES + name);
}

async function renderTabIcon(browser: Browser): Promise<void> {
  await Bun.write(`${IMAGES}favicon.svg`, tabIcon.draw());
  const pngs: Uint8Array[] = [];
  for (const side of tabIcon.icoSides) {
    const image = await photograph(browser, { draw: tabIcon.draw, width: side, height: side });
    pngs.push(await image.png({ compressionLevel: 9 }).bytes());
  }
  await Bun.write(`${WEB}favicon.ico`, icoOf(pngs));
}

const wanted = process.argv.slice(2);
const isWanted = (name: string) => wanted.length === 0 || wanted.some((part) => name.includes(part));
const browser = await chromium.launch({
  executablePath: ensureChromium(),
  args: ["--no-sandbox", "--disable-gpu"],
});
for (const [name, picture] of Object.entries(smallPictures)) {
  if (!isWanted(name)) continue;
  const bytes = await render(browser, name, picture);
  console.log(`${name}: ${(bytes / 1024).toFixed(1)} KB`);
}
if (isWanted("favicon")) await renderTabIcon(browser);
await browser.close();
