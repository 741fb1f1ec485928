/**
 * Renders the small pictures (src/web/images/source/small) to the files that the club serves.
 * Usage: bun scripts/render-small-pictures.ts [name …]. Needs a Chromium (CHROMIUM or /usr/bin/chromium), which a build
 * machine may lack: therefore the rendered files are committed.
 */
import { type Browser, chromium } from "playwright-core";

import { type SmallPicture, smallPictures } from "../src/web/images/source/small/small-pictures.ts";

const OUT = new URL("../src/web/images/", import.meta.url).pathname;

/** Drawn at twice the size and scaled down: thin lines keep an even weight. */
async function photograph(browser: Browser, { draw, width, height }: SmallPicture): Promise<Uint8Array> {
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: 2 });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${width}px;height:${height}px}</style>${draw()}`);
  const bytes = await page.screenshot({ omitBackground: true });
  await page.close();
  return bytes;
}

async function render(browser: Browser, name: string, picture: SmallPicture): Promise<number> {
  const { width, height } = picture;
  const image = new Bun.Image(await photograph(browser, picture)).resize(width, height, { filter: "lanczos3" });
  if (name.endsWith(".webp")) return image.webp({ quality: picture.quality ?? 84 }).write(OUT + name);
  if (name.endsWith(".jpg")) return image.jpeg({ quality: picture.quality ?? 86, progressive: true }).write(OUT + name);
  return image.png({ compressionLevel: 9 }).write(OUT + name);
}

const wanted = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
for (const [name, picture] of Object.entries(smallPictures)) {
  if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
  const bytes = await render(browser, name, picture);
  console.log(`${name}: ${(bytes / 1024).toFixed(1)} KB`);
}
await browser.close();
