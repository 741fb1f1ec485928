import { chromium } from "playwright-core";

import { hashRendering, readRenderedHashes, WEB_FOLDER, writeRenderedHashes } from "#art/drawn.ts";
import { images, type RenderedImage } from "#art/images.ts";
import { createRenderer } from "#art/render.ts";

import { ensureChromium } from "./chromium.ts";

// `bun run art`: renders changed and missing images into src/web, where they are committed.
const storedHashes = await readRenderedHashes();
const newHashes: Record<string, string> = {};
const changedImages: Record<string, RenderedImage> = {};
for (const [path, image] of Object.entries(images)) {
  const file = Bun.file(WEB_FOLDER + path);
  const currentHash = (await file.exists()) ? hashRendering(image, await file.bytes()) : "";
  newHashes[path] = currentHash;
  if (currentHash !== storedHashes[path]) changedImages[path] = image;
}

if (Object.keys(changedImages).length === 0) console.log("Every image is what art draws today.");
else {
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const render = createRenderer(browser);
  for (const [path, image] of Object.entries(changedImages)) {
    const bytes = await render(image);
    await Bun.write(WEB_FOLDER + path, bytes);
    newHashes[path] = hashRendering(image, bytes);
    console.log(`${path}  ${(bytes.length / 1024).toFixed(1)} KB`);
  }
  await browser.close();
}
await writeRenderedHashes(newHashes);
