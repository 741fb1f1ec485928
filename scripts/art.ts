import { chromium } from "playwright-core";

import { hashRendering, readRenderedHashes, WEB_FOLDER, writeRenderedHashes } from "#art/drawn.ts";
import { type Picture, pictures } from "#art/pictures.ts";
import { createRenderer } from "#art/render.ts";

import { ensureChromium } from "./chromium.ts";

// `bun run art`: renders changed and missing images into src/web, where they are committed.
const storedHashes = await readRenderedHashes();
const newHashes: Record<string, string> = {};
const changedPictures: Record<string, Picture> = {};
for (const [path, picture] of Object.entries(pictures)) {
  const file = Bun.file(WEB_FOLDER + path);
  const currentHash = (await file.exists()) ? hashRendering(picture, await file.bytes()) : "";
  newHashes[path] = currentHash;
  if (currentHash !== storedHashes[path]) changedPictures[path] = picture;
}

if (Object.keys(changedPictures).length === 0) console.log("Every picture is what art draws today.");
else {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ["--no-sandbox", "--disable-gpu"] });
  const render = createRenderer(browser);
  for (const [path, picture] of Object.entries(changedPictures)) {
    const bytes = await render(picture);
    await Bun.write(WEB_FOLDER + path, bytes);
    newHashes[path] = hashRendering(picture, bytes);
    console.log(`${path}  ${(bytes.length / 1024).toFixed(1)} KB`);
  }
  await browser.close();
}
await writeRenderedHashes(newHashes);
