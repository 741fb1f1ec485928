import { mkdirSync } from "node:fs";
import { resolve } from "node:path";

import type { Page } from "playwright-core";

import { openScreenClubs } from "#tests/screens/screen-clubs.ts";
import { openScreen, screens, SEASONS, THEMES } from "#tests/screens/screens.ts";

import { takeHelpImages, takeReadmeImages } from "./document-images.ts";

// `bun run screenshots [words of a name, e.g. "home fall dark 360"]`: saves screens in four seasons, two themes and three
// widths. `--for-help` and `--for-readme` retake the images of the help page and the README.
const FOLDER = resolve("screenshots");
const WIDTHS = [360, 768, 1280];

const words = process.argv.slice(2).flatMap((word) => word.split(" "));
const images = { "--for-help": takeHelpImages, "--for-readme": takeReadmeImages };
for (const [option, takeImages] of Object.entries(images))
  if (words.includes(option)) {
    await takeImages();
    process.exit();
  }
const isWanted = (image: string) =>
  words.every((word) => word.split(",").some((one) => ` ${image} `.includes(` ${one} `)));

mkdirSync(FOLDER, { recursive: true });
const clubs = await openScreenClubs();
try {
  for (const screen of screens(clubs.full.demo))
    for (const season of Object.keys(SEASONS) as (keyof typeof SEASONS)[]) {
      const views = viewsOf(screen.name, season);
      const [firstView] = views;
      if (!firstView) continue;
      const page = await clubs.open(screen, { width: firstView.width, now: `${SEASONS[season]}T17:00:00Z` });
      await openScreen(page, screen).catch((error: unknown) => console.error(`${screen.name}: ${error}`));
      for (const { name, theme, width } of views) {
        await page.emulateMedia({ colorScheme: theme });
        await page.setViewportSize({ width, height: width > 1000 ? 800 : 780 });
        await loadImages(page);
        if (!screen.isWindow) {
          await page.mouse.move(0, 0);
          await page.evaluate(() => window.scrollTo(0, 0));
          await uncoverFrames(page);
        }
        await page.screenshot({ path: `${FOLDER}/${name}.png`, fullPage: !screen.isWindow });
      }
      await page.context().close();
    }
} finally {
  await clubs.close();
}

function viewsOf(screen: string, season: string) {
  return THEMES.flatMap((theme) =>
    WIDTHS.map((width) => ({ theme, width, name: `${screen} ${season} ${theme} ${width}` })),
  ).filter(({ name }) => isWanted(name));
}

async function loadImages(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = "eager";
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  });
  await page.waitForTimeout(300);
}

/** An iframe only paints what is in the window, so the window is enlarged. */
async function uncoverFrames(page: Page): Promise<void> {
  const end = await page.evaluate(() =>
    Math.max(0, ...[...document.querySelectorAll("iframe")].map((frame) => frame.getBoundingClientRect().bottom)),
  );
  const size = page.viewportSize();
  if (!size || end <= size.height) return;
  await page.setViewportSize({ ...size, height: Math.ceil(end) });
  await page.waitForTimeout(500);
}
