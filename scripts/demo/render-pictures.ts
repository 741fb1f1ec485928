/** By hand, after a drawing changed: `bun scripts/demo/render-pictures.ts`. Needs Chromium. */
import { join } from "node:path";

import { type Browser, chromium } from "playwright-core";

import { ensureChromium } from "../chromium.ts";
import { DEMO_DIR } from "./build-epub.ts";

const FONTS_DIR = join(import.meta.dir, "../../node_modules/@fontsource-variable");
const COVER = { width: 1200, height: 1800 };
const SMALL_COVER = { width: 600, height: 900 };
const PHOTO = { width: 320, height: 320 };

const DRAWINGS = [
  { from: "cover.svg", to: "cover.jpg", quality: 68, ...COVER },
  { from: "covers/a-map-of-small-lamps.svg", to: "covers/a-map-of-small-lamps.webp", quality: 84, ...SMALL_COVER },
  { from: "covers/the-orchard-ledger.svg", to: "covers/the-orchard-ledger.webp", quality: 84, ...SMALL_COVER },
  { from: "covers/snow-with-footnotes.svg", to: "covers/snow-with-footnotes.webp", quality: 84, ...SMALL_COVER },
  ...["margit", "teo", "frances", "leopold"].map((name) => ({
    from: `photos/${name}.svg`,
    to: `photos/${name}.webp`,
    quality: 84,
    ...PHOTO,
  })),
];

async function render(browser: Browser, drawing: (typeof DRAWINGS)[number], style: string): Promise<void> {
  const svg = await Bun.file(join(DEMO_DIR, drawing.from)).text();
  const { width, height } = drawing;
  // displacement filters aren't anti-aliased: draw at double size, then scale down
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: 2 });
  await page.setContent(
    `<style>${style} body{margin:0} svg{display:block;width:${width}px;height:${height}px}</style>${svg}`,
  );
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
  const image = new Bun.Image(await page.screenshot()).resize(width, height);
  const { quality } = drawing;
  await (drawing.to.endsWith(".jpg") ? image.jpeg({ quality }) : image.webp({ quality })).write(
    join(DEMO_DIR, drawing.to),
  );
  await page.close();
}

async function fontFaces(): Promise<string> {
  const faces = await Promise.all(
    [
      { family: "Fraunces", style: "normal", file: "fraunces/files/fraunces-latin-full-normal.woff2" },
      { family: "Fraunces", style: "italic", file: "fraunces/files/fraunces-latin-full-italic.woff2" },
      { family: "Figtree", style: "normal", file: "figtree/files/figtree-latin-wght-normal.woff2" },
    ].map(async ({ family, style, file }) => {
      const data = (await Bun.file(join(FONTS_DIR, file)).bytes()).toBase64();
      return `@font-face{font-family:${family};font-style:${style};font-weight:100 900;src:url(data:font/woff2;base64,${data})}`;
    }),
  );
  return faces.join("\n");
}

if (import.meta.main) {
  const wanted = process.argv.slice(2);
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const style = await fontFaces();
  for (const drawing of DRAWINGS) {
    if (wanted.length > 0 && !wanted.some((part) => drawing.from.includes(part))) continue;
    await render(browser, drawing, style);
    console.log(`${drawing.to} ${(Bun.file(join(DEMO_DIR, drawing.to)).size / 1024).toFixed(0)} KB`);
  }
  await browser.close();
}
