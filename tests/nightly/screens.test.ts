import { expect, test } from "bun:test";

import { contrastOnPicture } from "#tests/screens/contrast.ts";
import { SEASONS, startScreenClubs, THEMES, wear } from "#tests/screens/screen-clubs.ts";
import { expectAccessible, screenshot } from "#tests/support/browser.ts";
import { smallFields } from "#tests/support/small-fields.ts";

const { browser, full, cookies, screens, visit } = await startScreenClubs();

for (const screen of screens)
  test(`${screen.name} is accessible on a phone and on a desktop, in every season, light and dark`, async () => {
    const page = await visit(screen);
    for (const width of [320, 768, 1280]) {
      for (const [season, theme] of [
        ["fall", "dark"],
        ["spring", "light"],
      ] as const) {
        await page.setViewportSize({ width, height: 800 });
        await wear(page, season, theme);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        expect(await smallFields(page)).toEqual([]);
        // in a window as high as the page, the docked player covers nothing
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        await page.setViewportSize({ width, height: Math.max(800, height) });
        await page.evaluate(() => scrollTo(0, 0));
        await expectAccessible(page);
        await screenshot(page, `${screen.name}-${theme}-${width}`);
      }
    }
    for (const season of [...Object.keys(SEASONS), "default"])
      for (const theme of THEMES) {
        await wear(page, season, theme);
        await expectAccessible(page, ["color-contrast"]);
      }
    await page.context().close();
  }, 300_000);

for (const [season, day] of Object.entries(SEASONS))
  test(`the tagline on the picture of ${season} is readable`, async () => {
    const page = await browser.page({ club: full, now: `${day}T17:00:00Z`, width: 1920, reducedMotion: true });
    await page.context().addCookies(cookies.full.member);
    await page.goto("/");
    // the app draws what the page came with once more
    await page.getByRole("heading", { name: "Snacks & Drinks Board" }).waitFor();
    const hero = page.getByRole("region", { name: / Selection$/ });
    await hero.getByRole("img").evaluate((picture: HTMLImageElement) => picture.decode());
    // below, the text is beside the picture, on a palette color; a wider window's file stays in use
    for (const width of [1920, 1280, 1024, 768]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await contrastOnPicture(hero.locator("p"))).toBeGreaterThanOrEqual(4.5);
    }
    await page.context().close();
  });

test("the pictures that a developer asks for are taken, also of a screen that shows an error", () => {
  const asked = "audiobook save error fall 360";
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, "scripts/screenshots.ts", asked]);
  expect([exitCode, stderr.toString()]).toEqual([0, ""]);
}, 300_000);
