import { chromium } from "playwright-core";

import { drawnOf, readDrawn, WEB, writeDrawn } from "#art/drawn.ts";
import { type Picture, pictures } from "#art/pictures.ts";
import { createRenderer } from "#art/render.ts";

import { ensureChromium } from "./chromium.ts";

// `bun run art`: renders changed and missing images into src/web, where they are committed.
const old = await readDrawn();
const drawn: Record<string, string> = {};
const changed: Record<string, Picture> = {};
for (const [path, picture] of Object.entries(pictures)) {
  const file = Bun.file(WEB + path);
  const now = (await file.exists()) ? drawnOf(picture, await file.bytes()) : "";
  drawn[path] = now;
  if (now !== old[path]) changed[path] = picture;
}

if (Object.keys(changed).length === 0) console.log("Every picture is what art draws today.");
else {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ["--no-sandbox", "--disable-gpu"] });
  const render = createRenderer(browser);
  for (const [path, picture] of Object.entries(changed)) {
    const bytes = await render(picture);
    await Bun.write(WEB + path, bytes);
    drawn[path] = drawnOf(picture, bytes);
    console.log(`${path}  ${(bytes.length / 1024).toFixed(1)} KB`);
  }
  await browser.close();
}
await writeDrawn(drawn);
