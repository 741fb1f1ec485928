/** By hand, after a drawing changed: `bun scripts/demo/render-images.ts`. Needs Chromium. */
import { join } from "node:path";

import { chromium } from "playwright-core";

import { ensureChromium } from "../chromium.ts";
import { DEMO_DIR } from "./build-epub.ts";

const FONTS = join(import.meta.dir, "../../node_modules/@fontsource-variable");
const FACES = {
  "fraunces/files/fraunces-latin-full-normal": "font-family:Fraunces",
  "fraunces/files/fraunces-latin-full-italic": "font-family:Fraunces;font-style:italic",
  "figtree/files/figtree-latin-wght-normal": "font-family:Figtree",
};
const DRAWINGS = [
  { of: "cover.svg", type: "jpg", quality: 68, width: 1200, height: 1800 },
  { of: "covers/*.svg", type: "webp", quality: 84, width: 600, height: 900 },
  { of: "photos/*.svg", type: "webp", quality: 84, width: 320, height: 320 },
] as const;

const faces = Object.entries(FACES).map(async ([file, face]) => {
  const data = (await Bun.file(join(FONTS, `${file}.woff2`)).bytes()).toBase64();
  return `@font-face{${face};font-weight:100 900;src:url(data:font/woff2;base64,${data})}`;
});
const style = `${(await Promise.all(faces)).join("")} body{margin:0} svg{display:block;width:100vw;height:100vh}`;
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: ["--no-sandbox", "--disable-gpu"],
});
for (const { of, type, quality, width, height } of DRAWINGS)
  for (const name of new Bun.Glob(of).scanSync(DEMO_DIR)) {
    // displacement filters aren't anti-aliased: draw at double size, then scale down
    const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: 2 });
    await page.setContent(`<style>${style}</style>${await Bun.file(join(DEMO_DIR, name)).text()}`);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const image = new Bun.Image(await page.screenshot()).resize(width, height);
    const file = join(DEMO_DIR, name.replace(/svg$/, type));
    await (type === "jpg" ? image.jpeg({ quality }) : image.webp({ quality })).write(file);
    console.log(`${name}: ${(Bun.file(file).size / 1024).toFixed(0)} KB`);
    await page.close();
  }
await browser.close();
