import type { Page } from "playwright-core";

import { sessionCookie } from "#tests/screens/screens.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { startDemoClub } from "#tests/support/demo.ts";
import { chapterFrame, showBars } from "#tests/support/reader-page.ts";

import { DEMO_PASSWORD } from "./demo/people.ts";

const QUALITY = 72;
const LAPTOP = { width: 1280, height: 860, scale: 1 };
const PHONE = { width: 390, height: 760, scale: 1.5 };

type Picture = {
  name: string;
  path: string;
  as: string;
  view: typeof LAPTOP;
  prepare?: (page: Page) => Promise<unknown>;
};

/** The demo club in the season of today, as its members see it. */
const PICTURES: readonly Picture[] = [
  { name: "home", path: "/", as: "teo", view: LAPTOP },
  { name: "read", path: "/read", as: "teo", view: PHONE, prepare: openChapter },
  { name: "talk", path: "/talk", as: "teo", view: PHONE },
  { name: "shelf", path: "/shelf", as: "teo", view: PHONE },
  { name: "dashboard", path: "/admin", as: "margit", view: LAPTOP },
];

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

/** Retakes the pictures in README.md and docs/, from the demo club. */
export async function takeReadmePictures(): Promise<void> {
  const club = await startDemoClub();
  const browser = await openBrowser();
  try {
    for (const { name, path, as, view, prepare } of PICTURES) {
      const page = await browser.page({ club, ...view, reducedMotion: true });
      await page.context().addCookies([await sessionCookie(club.url, as, DEMO_PASSWORD)]);
      await page.goto(path);
      await page.waitForLoadState("networkidle");
      await prepare?.(page);
      await page.waitForTimeout(500);
      const file = `docs/images/${name}.jpg`;
      await Bun.write(file, await new Bun.Image(await page.screenshot()).jpeg({ quality: QUALITY }).bytes());
      console.log(`${file}: ${Math.round(Bun.file(file).size / 1000)} KB`);
      await page.context().close();
    }
  } finally {
    await browser.close();
    await club.stop();
  }
}
