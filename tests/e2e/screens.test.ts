import { afterAll, expect, test } from "bun:test";

import type { Page } from "playwright-core";

import { expectAccessible, openBrowser, screenshot, signIn } from "#tests/support/browser.ts";
import { startDemoClub } from "#tests/support/demo.ts";

import { DEMO_PASSWORD } from "../../scripts/demo/people.ts";

const club = await startDemoClub();
const browser = await openBrowser();
afterAll(async () => {
  await browser.close();
  await club.stop();
});

const SCREENS = ["/", "/ebook", "/audiobook", "/profile", "/no-such-page"];
const SEASONS = { winter: "2027-01-10", spring: "2027-04-10", summer: "2027-07-10", fall: "2026-11-10" };

/** The whole picture, with every transition at its end and every skeleton gone. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.getByRole("heading").first().waitFor();
}

const cases = Object.keys(SEASONS).flatMap((season) => [false, true].map((dark) => ({ season, dark })));
for (const { season, dark } of cases)
  test(`every screen is accessible in ${season}, ${dark ? "dark" : "light"}, on a phone and on a desk`, async () => {
    const now = `${SEASONS[season as keyof typeof SEASONS]}T17:00:00Z`;
    const page = await browser.page({ club, dark, now, reducedMotion: true });
    await page.goto("/auth");
    await settled(page);
    await look(page, "/auth");
    await signIn(page, "teo", DEMO_PASSWORD);
    for (const path of SCREENS) {
      await page.goto(path);
      await settled(page);
      await look(page, path);
    }
    await page.context().close();

    async function look(at: Page, path: string) {
      for (const width of [320, 1280]) {
        await at.setViewportSize({ width, height: 800 });
        expect(await at.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        await expectAccessible(at);
        await screenshot(at, `${path.replaceAll("/", "_")}-${season}-${dark ? "dark" : "light"}-${width}`);
      }
    }
  });

test("at 200 % zoom nothing has to be scrolled sideways", async () => {
  const page = await browser.signedIn({ club, width: 640, height: 400 }, "teo", DEMO_PASSWORD);
  for (const path of SCREENS) {
    await page.goto(path);
    await settled(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(640);
  }
  await page.context().close();
});
