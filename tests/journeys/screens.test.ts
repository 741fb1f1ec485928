import { expect, test } from "bun:test";

import { expectAccessible, screenshot, signIn } from "#tests/support/browser.ts";
import { contrastOnPicture } from "#tests/support/contrast.ts";
import { SEASONS, startScreenClubs, wear } from "#tests/support/screen-clubs.ts";

import { DEMO_PASSWORD } from "../../scripts/demo/people.ts";

const { browser, full, cookies, screens, visit } = await startScreenClubs();

// each of their states is checked nightly, in every width, season and theme
for (const screen of screens.filter(({ act, answer }) => !act && !answer))
  test(`${screen.name} is accessible on a phone in the dark`, async () => {
    const page = await visit(screen);
    await wear(page, "fall", "dark");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await expectAccessible(page);
    await screenshot(page, screen.name);
    await page.context().close();
  });

for (const [season, day] of Object.entries(SEASONS))
  test.each(["0", "3"])(`the tagline on the picture of ${season} is readable after %s visits`, async (visits) => {
    const page = await browser.page({ club: full, now: `${day}T17:00:00Z`, width: 1920, reducedMotion: true });
    await page.context().addCookies(cookies.full.member);
    await page.addInitScript((visits) => localStorage.setItem("visits", visits), visits);
    await page.goto("/");
    const hero = page.getByRole("region", { name: / Selection$/ });
    await hero.getByRole("img").evaluate((picture: HTMLImageElement) => picture.decode());
    // below, the text is beside the picture, on a palette color; a wider window's file stays in use
    for (const width of [1920, 1280, 1024, 768]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await contrastOnPicture(hero.locator("p"))).toBeGreaterThanOrEqual(4.5);
    }
    await page.context().close();
  });

test("in high contrast the selected option still looks selected", async () => {
  const page = await browser.page({ club: full, width: 640, height: 800 });
  await page.emulateMedia({ forcedColors: "active" });
  const grounds = (role: "tab" | "link" | "button", names: string[]) =>
    Promise.all(
      names.map((name) =>
        page.getByRole(role, { name, exact: true }).evaluate((each) => getComputedStyle(each).backgroundColor),
      ),
    );
  const distinguishable = async (...chosenAndOther: Parameters<typeof grounds>) => {
    const [chosen, other] = await grounds(...chosenAndOther);
    expect(chosen).not.toBe(other);
  };
  await page.goto("/auth");
  await page.getByLabel("Username").waitFor();
  await distinguishable("tab", ["Login", "Register"]);
  await signIn(page, "teo", DEMO_PASSWORD);
  await page.goto("/audiobook");
  await page.getByRole("button", { name: "More speeds" }).click();
  await distinguishable("button", ["1×", "2×"]);
  await page.keyboard.press("Escape");
  await distinguishable("tab", ["Chapters", "Bookmarks"]);
  await distinguishable("link", ["Audiobook", "eBook"]);
  await page.context().close();
});
