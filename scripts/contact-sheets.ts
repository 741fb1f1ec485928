import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { chromium } from "playwright-core";

import { ensureChromium } from "./chromium.ts";

/** A picture in the sheets' folder, by its name without `.png`, and how wide it was taken in CSS pixels. */
export type Taken = { name: string; width: number };

const SCALE = 0.4;
const STYLE = `body{margin:12px;background:#999;font:12px sans-serif}figure{margin:0}
  div{display:flex;flex-wrap:wrap;gap:10px;align-items:start;margin-bottom:10px}`;

/** Draws `sheets/NAME.jpg` beside the pictures of a folder; each sheet has rows of pictures. @returns the sheets' folder */
export async function drawSheets(folder: string, sheets: readonly { name: string; rows: Taken[][] }[]) {
  mkdirSync(join(folder, "sheets"), { recursive: true });
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ["--no-sandbox", "--disable-gpu"] });
  const page = await browser.newPage({ viewport: { width: 2000, height: 1000 } });
  await page.goto(`file://${folder}/`);
  for (const { name, rows } of sheets) {
    await page.evaluate(
      async (html) => {
        document.body.innerHTML = html;
        await Promise.all([...document.images].map((image) => image.decode()));
      },
      `<style>${STYLE}</style>${rows.map((row) => `<div>${row.map(figure).join("")}</div>`).join("")}`,
    );
    await page.screenshot({ path: `${folder}/sheets/${name}.jpg`, type: "jpeg", quality: 80, fullPage: true });
  }
  await browser.close();
  return join(folder, "sheets");
}

const figure = ({ name, width }: Taken) =>
  `<figure style="flex:0 0 ${Math.round(width * SCALE)}px"><img src="${name}.png" width="100%"><figcaption>${name}</figcaption></figure>`;
