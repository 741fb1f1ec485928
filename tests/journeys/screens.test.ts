import { afterAll, expect, test } from "bun:test";

import type { Page } from "playwright-core";

import { expectAccessible, openBrowser, screenshot, signIn } from "#tests/support/browser.ts";
import { contrastOnPicture } from "#tests/support/contrast.ts";
import { startDemoClub } from "#tests/support/demo.ts";
import { ADMIN_PASSWORD, startClub } from "#tests/support/executable.ts";
import type { Screen } from "#tests/support/screen.ts";
import { openScreen, screens, sessionCookie } from "#tests/support/screens.ts";

import { DEMO_PASSWORD } from "../../scripts/demo/people.ts";

const full = await startDemoClub();
const empty = await startClub();
await empty.makeAdmin();
const clubs = { full, empty };
const cookies = {
  full: {
    visitor: [],
    member: [await sessionCookie(full.url, "teo", DEMO_PASSWORD)],
    admin: [await sessionCookie(full.url, "margit", DEMO_PASSWORD)],
  },
  empty: { visitor: [], member: [], admin: [await sessionCookie(empty.url, "ada", ADMIN_PASSWORD)] },
};
const browser = await openBrowser();
afterAll(async () => {
  await browser.close();
  await full.stop();
  await empty.stop();
});

const SEASONS = { winter: "2027-01-10", spring: "2027-04-10", summer: "2027-07-10", fall: "2026-11-10" };
const THEMES = ["light", "dark"];
const NOW = `${SEASONS.fall}T17:00:00Z`;
/** Between them they show every part on every ground; the rest is looked at in one season. */
const IN_ALL_PALETTES = new Set(["auth wrong", "home adding", "home error", "audiobook speeds", "admin users"]);

async function visit(screen: Screen, now = NOW): Promise<Page> {
  const club = clubs[screen.setting];
  const page = await browser.page({ club, now, width: 320, height: 800, reducedMotion: true });
  await page.context().addCookies(cookies[screen.setting][screen.as]);
  await openScreen(page, screen);
  return page;
}

async function wear(page: Page, season: string, theme: string): Promise<void> {
  await page.evaluate(
    ([season = "", theme = ""]) => Object.assign(document.documentElement.dataset, { season, theme }),
    [season, theme],
  );
}

for (const screen of screens(full.demo).filter(({ isPictureOnly }) => !isPictureOnly))
  test(`${screen.name} is accessible on a phone and on a desk, light and dark`, async () => {
    const page = await visit(screen);
    for (const [width, theme] of [
      [320, "dark"],
      [1280, "light"],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await wear(page, "fall", theme);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await expectAccessible(page);
      await screenshot(page, `${screen.name}-${theme}-${width}`);
    }
    if (IN_ALL_PALETTES.has(screen.name))
      for (const season of [...Object.keys(SEASONS), "default"])
        for (const theme of THEMES) {
          await wear(page, season, theme);
          await expectAccessible(page, ["color-contrast"]);
        }
    await page.context().close();
  });

for (const [season, day] of Object.entries(SEASONS))
  test(`the tagline on the picture of ${season} is readable`, async () => {
    const page = await browser.page({ club: full, now: `${day}T17:00:00Z`, width: 1920, reducedMotion: true });
    await page.context().addCookies(cookies.full.member);
    await page.goto("/");
    const hero = page.getByRole("region", { name: / Selection$/ });
    await hero.getByRole("img").evaluate((picture: HTMLImageElement) => picture.decode());
    // below, the words stand beside the picture, on a colour of the palette; a wider window's file stays in use
    for (const width of [1920, 1280, 1024, 768]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await contrastOnPicture(hero.locator("p"))).toBeGreaterThanOrEqual(4.5);
    }
    await page.context().close();
  });

test("at 200 % zoom nothing has to be scrolled sideways", async () => {
  const page = await browser.page({ club: full, width: 640, height: 400 });
  await signIn(page, "teo", DEMO_PASSWORD);
  for (const path of ["/", "/ebook", "/audiobook", "/profile", "/no-such-page"]) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(640);
  }
  await page.context().close();
});

test("in high contrast, which takes backgrounds away, the chosen one of several is told from the rest", async () => {
  const page = await browser.page({ club: full, width: 640, height: 800 });
  await page.emulateMedia({ forcedColors: "active" });
  const grounds = (role: "tab" | "link" | "button", names: string[]) =>
    Promise.all(
      names.map((name) =>
        page.getByRole(role, { name, exact: true }).evaluate((each) => getComputedStyle(each).backgroundColor),
      ),
    );
  const told = async (...chosenAndOther: Parameters<typeof grounds>) => {
    const [chosen, other] = await grounds(...chosenAndOther);
    expect(chosen).not.toBe(other);
  };
  await page.goto("/auth");
  await page.getByLabel("Username").waitFor();
  await told("tab", ["Login", "Register"]);
  await signIn(page, "teo", DEMO_PASSWORD);
  await page.goto("/audiobook");
  await page.getByRole("button", { name: "More speeds" }).click();
  await told("button", ["1×", "2×"]);
  await page.keyboard.press("Escape");
  await told("tab", ["Chapters", "Bookmarks"]);
  await told("link", ["Audiobook", "Home"]);
  await page.context().close();
});
