import { afterAll, describe, expect, test } from "bun:test";

import type { Page } from "playwright-core";

import { atNight } from "#tests/support/at-night.ts";
import { openBrowser, screenshot, signIn } from "#tests/support/browser.ts";
import { startDemoClub } from "#tests/support/demo.ts";
import { until } from "#tests/support/poll-until.ts";

import { buildEpub } from "../../scripts/demo/build-epub.ts";
import { DEMO_PASSWORD } from "../../scripts/demo/people.ts";

const club = await startDemoClub();
const browser = await openBrowser();
afterAll(async () => {
  await browser.close();
  await club.stop();
});

const member = (view = {}) => browser.signedIn({ club, ...view }, "leopold", DEMO_PASSWORD);
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name });
const runAlone = async (journey: (page: Page) => Promise<void>, page: Promise<Page>) => {
  const journeyPage = await page;
  await journey(journeyPage);
  await journeyPage.context().close();
};

describe("signing in", () => {
  atNight("sends a signed-out visitor to sign-in from every address", () =>
    runAlone(async (page) => {
      for (const path of ["/", "/ebook", "/audiobook", "/admin", "/profile", "/no-such-page"]) {
        await page.goto(path);
        await page.waitForURL((url) => url.pathname === "/auth");
      }
      expect(await page.getByRole("banner").count()).toBe(0);
      expect(await page.getByRole("contentinfo").count()).toBe(0);
    }, browser.page({ club })),
  );

  test("fills the form from an invitation, and leads home", () =>
    runAlone(async (page) => {
      const code = await club.invite(1);
      await page.goto(`/auth?invite=${code}`);
      expect(await page.getByLabel("Invitation Code").inputValue()).toBe(code);
      expect(await page.getByLabel("Invitation Code").isEditable()).toBe(false);
      await heading(page, "You're invited").waitFor();
      await page.waitForURL((url) => url.pathname + url.search === "/auth");
      await page.reload();
      await heading(page, "You're invited").waitFor();
      expect(await page.getByLabel("Invitation Code").inputValue()).toBe(code);
      await page.getByRole("button", { name: "Register", exact: true }).click();
      await page.getByText("Username is required").waitFor();
      await page.getByText("Password must be at least 6 characters").waitFor();
      await page.getByText("Email is required").waitFor();
      await page.getByLabel("Your name").fill("Nora Whitfield");
      expect(await page.getByLabel("Username").inputValue()).toBe("nora.whitfield");
      await page.getByLabel("Username").fill("nora");
      await page.getByLabel("Email").fill("nora@example.org");
      await page.getByLabel("Password", { exact: true }).fill("a new reader");
      await page.getByRole("button", { name: "Register", exact: true }).click();
      await page.waitForURL((url) => url.pathname === "/");
      await page.getByText("Registration successful").waitFor();
      await heading(page, "Snacks & Drinks Board").waitFor();
    }, browser.page({ club })));

  test("shows a message for a wrong password, then leads home", () =>
    runAlone(async (page) => {
      await page.goto("/login");
      await page.waitForURL((url) => url.pathname === "/auth");
      await page.getByLabel("Username").fill("leopold");
      await page.getByLabel("Password", { exact: true }).fill("two more chapters");
      await page.getByRole("button", { name: "Login", exact: true }).click();
      await page.getByText("Login failed").waitFor();
      await page.getByText("Invalid username or password").waitFor();
      expect(await page.getByLabel("Username").inputValue()).toBe("leopold");
      const focusedName = () => page.evaluate(() => document.activeElement?.getAttribute("name"));
      await until(async () => (await focusedName()) === "password");
      await signIn(page, "leopold@example.org", DEMO_PASSWORD);
      await page.getByText("Login successful").waitFor();
      await page.goto("/auth");
      await page.waitForURL((url) => url.pathname === "/");
    }, browser.page({ club })));

  atNight("opens the account menu even when it loads mid-press", () =>
    runAlone(async (page) => {
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      await page.route("**/account-menu-items-*.js", async (route) => {
        await released;
        await route.continue();
      });
      await signIn(page, "leopold", DEMO_PASSWORD);
      await page.getByRole("button", { name: /Leopold Finch/ }).hover();
      await page.mouse.down();
      release();
      await page.locator("[id^=headlessui-menu-button]").waitFor();
      await page.mouse.up();
      await page.getByRole("menuitem", { name: "Sign out" }).waitFor();
    }, browser.page({ club })),
  );

  atNight("returns keyboard focus from the sign-out dialog", () =>
    runAlone(async (page) => {
      await page.getByRole("button", { name: "Add Item" }).click();
      await page.getByPlaceholder("What are you bringing to the meeting?").fill("Figs");
      const account = page.getByRole("button", { name: /Leopold Finch/ });
      await account.focus();
      await page.keyboard.press("Enter");
      await page.getByRole("menu").waitFor();
      await page.keyboard.press("End");
      await page.keyboard.press("Enter");
      await page.getByText("Sign out without saving?").waitFor();
      await page.keyboard.press("Escape");
      await page.getByText("Sign out without saving?").waitFor({ state: "detached" });
      await page.waitForFunction(() => document.activeElement?.textContent?.startsWith("Account:"));
    }, member()),
  );

  test("after signing out, Back shows nothing of the club (X04)", () =>
    runAlone(async (page) => {
      await page.getByRole("button", { name: /Leopold Finch/ }).click();
      await page.getByRole("menuitem", { name: "Sign out" }).click();
      await page.waitForURL((url) => url.pathname === "/auth");
      await page.goBack();
      await page.waitForTimeout(700);
      expect(await page.getByText("Snacks & Drinks Board").count()).toBe(0);
    }, member()));
});

describe("the home page", () => {
  test("a post shows on the board and is still there after a reload", () =>
    runAlone(async (page) => {
      const text = "Gougères <b>& a</b> Chablis 🧀";
      await page.getByRole("button", { name: "Add Item" }).click();
      await page.getByPlaceholder("What are you bringing to the meeting?").fill(text);
      await page.getByRole("button", { name: "Post", exact: true }).click();
      await page.getByText("Your post has been added").waitFor();
      await page.reload();
      await page.getByText(text).waitFor();
    }, member()));

  test("keeps typed text when a session ends, says why (X05)", () =>
    runAlone(async (page) => {
      await page.getByRole("button", { name: "Add Item" }).click();
      await page.getByPlaceholder("What are you bringing to the meeting?").fill("A long thought-out list of cheeses");
      await page.context().clearCookies();
      await page.getByRole("button", { name: "Post", exact: true }).click();
      await page.getByText("Your session expired. Please refresh the page and log in again.").waitFor();
      await signIn(page, "leopold", DEMO_PASSWORD);
      const field = page.getByPlaceholder("What are you bringing to the meeting?");
      await field.waitFor();
      expect(await field.inputValue()).toBe("A long thought-out list of cheeses");
    }, member()));

  test("going back restores the scroll position at the page's end", () =>
    runAlone(
      async (page) => {
        const board = heading(page, "Snacks & Drinks Board");
        await board.waitFor();
        // the saved positions add a line above
        await page.locator("[data-positions=known]").waitFor();
        const place = await page.evaluate(() => {
          scrollTo(0, document.documentElement.scrollHeight);
          const { scrollY: scrollBefore } = globalThis;
          document.querySelector<HTMLElement>('a[href="/ebook"]')?.click();
          return scrollBefore;
        });
        expect(place).toBeGreaterThan(200);
        await board.waitFor({ state: "detached" });
        await page.goBack();
        await board.waitFor();
        expect(await page.evaluate(() => scrollY)).toBe(place);
      },
      member({ width: 360, height: 740 }),
    ));

  atNight("the calendar file has the meeting at the right instant", () =>
    runAlone(
      async (page) => {
        const downloadEvent = page.waitForEvent("download");
        await page.getByRole("button", { name: "Add to Calendar" }).click();
        const download = await downloadEvent;
        expect(download.suggestedFilename()).toBe("synopses_and_sips_meeting.ics");
        const downloadedText = await Bun.file(await download.path()).text();
        const servedText = await page.request.get("/api/calendar/meeting.ics").then((answer) => answer.text());
        for (const name of ["DTSTART", "DURATION", "SUMMARY", "LOCATION", "UID"])
          expect(property(downloadedText, name)).toBe(property(servedText, name));
        expect(property(downloadedText, "DTSTART")).toMatch(/^\d{8}T(?:23|00)0000Z$/);
        expect(property(downloadedText, "DURATION")).toBe("PT2H");
        expect(property(downloadedText, "SUMMARY")).toBe("Synopses & Sips Book Club Meeting: The Last Chapter but One");
      },
      browser.signedIn({ club, timeZone: "Asia/Tokyo" }, "leopold", DEMO_PASSWORD),
    ),
  );

  for (const [season, day] of [
    ["Winter", "2027-01-10"],
    ["Spring", "2027-03-21"],
    ["Summer", "2027-06-21"],
    ["Fall", "2026-12-20"],
  ] as const)
    atNight(`in ${season} has the colors and image of the season`, () =>
      runAlone(
        async (page) => {
          await signIn(page, "leopold", DEMO_PASSWORD);
          await page.getByText(`${season} Selection`).waitFor();
          const hero = page.locator(
            `img[src*="book%20mouse%20${season.toLowerCase()}"], img[src*="book mouse ${season.toLowerCase()}"]`,
          );
          expect(await hero.first().evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300);
          const box = await hero.first().boundingBox();
          expect(box?.height).toBeLessThanOrEqual(350);
          await screenshot(page, `home-${season}`);
        },
        browser.page({ club, now: `${day}T17:00:00Z` }),
      ),
    );
});

describe("the book", () => {
  atNight("the eBook downloads byte for byte, named after its title", () =>
    runAlone(async (page) => {
      await page.goto("/ebook");
      await heading(page, "The Last Chapter but One").waitFor();
      await page.getByText(/^Format: EPUB • Size: \d+(?:\.\d)?[KM]B$/).waitFor();
      const downloadEvent = page.waitForEvent("download");
      await page
        .getByRole("link", { name: "Download eBook" })
        .or(page.getByRole("button", { name: "Download eBook" }))
        .click();
      const download = await downloadEvent;
      expect(download.suggestedFilename()).toEndWith(".epub");
      expect(Buffer.compare(await Bun.file(await download.path()).bytes(), await buildEpub())).toBe(0);
    }, member()),
  );

  atNight("the audiobook downloads under the spec's name", () =>
    runAlone(async (page) => {
      await page.goto("/audiobook");
      const downloadEvent = page.waitForEvent("download");
      await page
        .getByRole("link", { name: "Download Audiobook" })
        .or(page.getByRole("button", { name: "Download Audiobook" }))
        .click();
      expect((await downloadEvent).suggestedFilename()).toBe("The_Last_Chapter_but_One_audiobook.m4b");
    }, member()),
  );
});

atNight("an unknown address shows the spec's 404 page", () =>
  runAlone(async (page) => {
    await page.goto("/no-such-page");
    await heading(page, "404 Page Not Found").waitFor();
    await page.getByText("Did you forget to add the page to the router?").waitFor();
  }, member()),
);

test("no page threw or broke the content security policy (X02)", () => {
  expect(browser.faults).toEqual([]);
});

function property(file: string, name: string): string | undefined {
  return file
    .replaceAll(/\r\n[ \t]/g, "")
    .split("\r\n")
    .find((line) => line.startsWith(name))
    ?.replace(/^[^:]+:/, "");
}
