import { expect, test } from "bun:test";

import { decode } from "fast-png";
import type { Locator, Page } from "playwright-core";

import { applyPalette, startScreenClubs } from "#tests/screens/screen-clubs.ts";
import { SEASONS, THEMES } from "#tests/screens/screens.ts";
import { expectAccessible, screenshot } from "#tests/support/browser.ts";
import { smallFields } from "#tests/support/small-fields.ts";

/** sRGB to linear light, for each of the 256 values. */
const LINEAR = Array.from({ length: 256 }, (_, i) => (i <= 10 ? i / 255 / 12.92 : ((i / 255 + 0.055) / 1.055) ** 2.4));

/** WCAG luminance of a color, 0 to 1. */
const luminance = (r: number, g: number, b: number) =>
  0.2126 * (LINEAR[r] ?? 0) + 0.7152 * (LINEAR[g] ?? 0) + 0.0722 * (LINEAR[b] ?? 0);

/**
 * WCAG contrast of text with the pixels behind it, of which one in a thousand may have less; axe can't measure text
 * over images. Hides the text while measuring.
 */
async function contrastOnImage(text: Locator): Promise<number> {
  const { ink, lines } = await text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const lines = [...range.getClientRects()].map(({ x, y, width, height }) => ({ x, y, width, height }));
    const inkColor = getComputedStyle(element).color;
    element.style.color = "transparent";
    return { ink: inkColor, lines };
  });
  const [r = 0, g = 0, b = 0] = ink.match(/\d+/g)?.map(Number) ?? [];
  const inkLuminance = luminance(r, g, b);
  const ratios: number[] = [];
  for (const lineClip of lines) {
    const { data, channels } = decode(await text.page().screenshot({ clip: lineClip }));
    for (let offset = 0; offset < data.length; offset += channels) {
      const groundLuminance = luminance(data[offset] ?? 0, data[offset + 1] ?? 0, data[offset + 2] ?? 0);
      ratios.push((Math.max(groundLuminance, inkLuminance) + 0.05) / (Math.min(groundLuminance, inkLuminance) + 0.05));
    }
  }
  await text.evaluate((element) => element.removeAttribute("style"));
  return Float64Array.from(ratios).toSorted()[Math.floor(ratios.length / 1000)] ?? 0;
}

/** Buttons that are too low for a finger. */
const lowButtons = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("button, summary, [role=tab], [role=menuitem]")].flatMap((button) => {
      const { width, height } = button.getBoundingClientRect();
      const isShown = width > 1 && button.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      return isShown && Math.round(height) < 44 ? [`${button.textContent}: ${height}`] : [];
    }),
  );

/** Lists without an entry, which a screen reader announces, and images whose URL has a space. */
const invalidElements = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('ul:empty, ol:empty, dl:empty, img[src*=" "]')]
      .filter((element) => element.localName === "img" || element.checkVisibility())
      .map(({ outerHTML }) => outerHTML),
  );

const { browser, full, cookies, screens, visit } = await startScreenClubs();

for (const screen of screens)
  test(`${screen.name} is accessible in all seasons and themes`, async () => {
    const page = await visit(screen);
    for (const width of [320, 768, 1280]) {
      for (const [season, theme] of [
        ["fall", "dark"],
        ["spring", "light"],
      ] as const) {
        await page.setViewportSize({ width, height: 800 });
        await applyPalette(page, season, theme);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        expect(await smallFields(page)).toEqual([]);
        if (width === 320) expect(await lowButtons(page)).toEqual([]);
        expect(await invalidElements(page)).toEqual([]);
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
        await applyPalette(page, season, theme);
        await expectAccessible(page, ["color-contrast"]);
      }
    await page.context().close();
  }, 300_000);

for (const [season, day] of Object.entries(SEASONS))
  test(`the tagline on the image of ${season} is readable`, async () => {
    const page = await browser.page({ club: full, now: `${day}T17:00:00Z`, width: 1920, reducedMotion: true });
    await page.context().addCookies(cookies.full.member);
    await page.goto("/");
    // the app redraws the embedded data
    await page.getByRole("heading", { name: "Snacks & Drinks Board" }).waitFor();
    const hero = page.getByRole("region", { name: new RegExp(`^${season} Selection$`, "i") });
    await hero.getByRole("img").evaluate((image: HTMLImageElement) => image.decode());
    // below, the text is beside the image, on a palette color; the browser may use a wider window's file
    for (const width of [1920, 1280, 1024, 768]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await contrastOnImage(hero.locator("p"))).toBeGreaterThanOrEqual(4.5);
    }
    await page.context().close();
  });

test("takes the requested screenshots, also of an error", () => {
  const screenName = "audiobook save error fall 360";
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, "scripts/screenshots.ts", screenName]);
  expect([exitCode, stderr.toString()]).toEqual([0, ""]);
}, 300_000);
