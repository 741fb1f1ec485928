import { expect, test } from "bun:test";

import { expectAccessible, screenshot } from "#tests/support/browser.ts";
import { SEASONS, startScreenClubs, THEMES, wear } from "#tests/support/screen-clubs.ts";

const { screens, visit } = await startScreenClubs();

for (const screen of screens)
  test(`${screen.name} is accessible on a phone and on a desktop, in every season, light and dark`, async () => {
    const page = await visit(screen);
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      for (const [season, theme] of [
        ["fall", "dark"],
        ["spring", "light"],
      ] as const) {
        await wear(page, season, theme);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        // what the docked player covers depends on the scroll position
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
  }, 60_000);
