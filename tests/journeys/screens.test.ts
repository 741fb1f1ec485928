import { expect, test } from "bun:test";

import { applyPalette, startScreenClubs } from "#tests/screens/screen-clubs.ts";
import { atNight } from "#tests/support/at-night.ts";
import { expectAccessible, screenshot, signIn } from "#tests/support/browser.ts";
import { smallFields } from "#tests/support/small-fields.ts";

import { DEMO_PASSWORD } from "../../scripts/demo/people.ts";

const { browser, full, screens, visitAgain } = await startScreenClubs();

/** Screens that every member sees first. */
const CORE_SCREENS = ["auth login", "home", "talk"];

// nightly tests check each of their states in every width, season and theme
for (const screen of screens.filter(({ prepare: act, respond: answer }) => !act && !answer))
  (CORE_SCREENS.includes(screen.name) ? test : atNight)(
    `${screen.name} is accessible on a phone in the dark`,
    async () => {
      const page = await visitAgain(screen);
      // a hash or a reset link leads to its card, and the reader handles keys at once
      if (!/#|reset=|^\/read/.test(screen.path))
        expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
      await applyPalette(page, "fall", "dark");
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      expect(await smallFields(page)).toEqual([]);
      await expectAccessible(page);
      await screenshot(page, screen.name);
    },
  );

test("shows the top of a dashboard's tab in a laptop's window", async () => {
  const page = await browser.page({ club: full, width: 1280, height: 720 });
  await signIn(page, "margit", DEMO_PASSWORD);
  await page.goto("/admin?tab=users");
  await page.getByText("Write the message from the team").waitFor();
  const heading = await page.getByRole("heading", { name: "Invitations" }).boundingBox();
  expect((heading?.y ?? Infinity) + (heading?.height ?? 0)).toBeLessThanOrEqual(720);
  await page.context().close();
});

atNight("in high contrast the selected option still looks selected", async () => {
  const page = await browser.page({ club: full, width: 640, height: 800 });
  await page.emulateMedia({ forcedColors: "active" });
  const backgroundsOf = (role: "tab" | "link" | "button", names: string[]) =>
    Promise.all(
      names.map((name) =>
        page.getByRole(role, { name, exact: true }).evaluate((element) => getComputedStyle(element).backgroundColor),
      ),
    );
  const distinguishable = async (...chosenAndOther: Parameters<typeof backgroundsOf>) => {
    const [chosenColor, otherColor] = await backgroundsOf(...chosenAndOther);
    expect(chosenColor).not.toBe(otherColor);
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
