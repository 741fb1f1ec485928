import { chromium } from "playwright-core";

import { drawnOf, readDrawn, WEB, writeDrawn } from "#art/drawn.ts";
import { pictures } from "#art/pictures.ts";
import { createRenderer } from "#art/render.ts";

import { ensureChromium } from "./chromium.ts";

// `bun run art [part of a file name …]`: renders every picture, or the ones named, into src/web. The files are
// committed because a build machine may lack Chromium.
const wanted = process.argv.slice(2);
const chosen = Object.entries(pictures).filter(
  ([path]) => wanted.length === 0 || wanted.some((part) => path.includes(part)),
);
if (chosen.length === 0) {
  console.error(`No picture has ${wanted.join(" or ")} in its name; art/pictures.ts lists them.`);
  process.exit(2);
}

const browser = await chromium.launch({ executablePath: ensureChromium(), args: ["--no-sandbox", "--disable-gpu"] });
const render = createRenderer(browser);
const old = await readDrawn();
const drawn = Object.fromEntries(Object.entries(old).filter(([path]) => path in pictures));
for (const [path, picture] of chosen) {
  const bytes = await render(picture);
  await Bun.write(WEB + path, bytes);
  drawn[path] = drawnOf(picture, bytes);
  console.log(`${path}  ${(bytes.length / 1024).toFixed(1)} KB`);
}
await writeDrawn(drawn);
await browser.close();
