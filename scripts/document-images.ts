import type { Page } from "playwright-core";

import { HELP_CONTROLS_FILE, HELP_IMAGES, HELP_SIZES_FILE, openHelpImage } from "#tests/screens/help-images.ts";
import { openScreenClubs } from "#tests/screens/screen-clubs.ts";
import { chapterFrame, showBars } from "#tests/support/reader-page.ts";

const HELP_VIEW = { width: 480, scale: 1.5 };
const LAPTOP = { width: 1280, height: 860, scale: 1 };
const PHONE = { width: 390, height: 760, scale: 1.5 };

const README_IMAGES = [
  { name: "home", path: "/", as: "member", view: LAPTOP },
  { name: "read", path: "/read", as: "member", view: PHONE, prepare: openChapter },
  { name: "talk", path: "/talk", as: "member", view: PHONE },
  { name: "shelf", path: "/shelf", as: "member", view: PHONE },
  { name: "dashboard", path: "/admin", as: "admin", view: LAPTOP },
] as const;

export const takeReadmeImages = () =>
  withClubs(async ({ open }) => {
    for (const { name, path, as, view, ...image } of README_IMAGES) {
      const page = await open({ setting: "full", as }, view);
      await page.goto(path);
      await page.waitForLoadState("networkidle");
      if ("prepare" in image) await image.prepare(page);
      await page.waitForTimeout(500);
      await save(`docs/images/${name}.jpg`, new Bun.Image(await page.screenshot()).jpeg({ quality: 72 }));
      await page.context().close();
    }
  });

/** Also records the sizes of the help page's images, and what they show. */
export const takeHelpImages = () =>
  withClubs(async ({ open }) => {
    const controlsByImage: Record<string, string[]> = {};
    const sizes: Record<string, { width: number; height: number }> = {};
    for (const image of HELP_IMAGES) {
      const page = await open({ setting: "full", as: image.as }, HELP_VIEW);
      const { clip, shows } = await openHelpImage(page, image);
      controlsByImage[image.name] = shows;
      sizes[image.name] = { width: Math.round(clip.width), height: Math.round(clip.height) };
      const screenshot = new Bun.Image(await page.screenshot({ clip }));
      await save(`src/web/images/help ${image.name}.webp`, screenshot.webp({ quality: 70 }));
      await page.context().close();
    }
    await Bun.write(HELP_CONTROLS_FILE, `${JSON.stringify(controlsByImage, null, 2)}\n`);
    await Bun.write(HELP_SIZES_FILE, `${JSON.stringify(sizes, null, 2)}\n`);
    Bun.spawnSync([process.execPath, "fmt", HELP_CONTROLS_FILE, HELP_SIZES_FILE]);
  });

type Clubs = Awaited<ReturnType<typeof openScreenClubs>>;

async function withClubs(takeImages: (clubs: Clubs) => Promise<void>): Promise<void> {
  const clubs = await openScreenClubs();
  await takeImages(clubs).finally(clubs.close);
}

async function save(file: string, image: Bun.Image): Promise<void> {
  await Bun.write(file, await image.bytes());
  console.log(`${file}: ${Math.round(Bun.file(file).size / 1000)} KB`);
}

async function openChapter(page: Page): Promise<void> {
  await showBars(page);
  await page.getByRole("button", { name: "Contents" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Endings/ })
    .click();
  await chapterFrame(page, "02");
  await page.getByRole("button", { name: "Stay here" }).click();
  // hides the bars
  await page.mouse.click(PHONE.width / 2, PHONE.height / 2);
}
