import { afterAll, beforeAll, expect, test } from "bun:test";

import type { Locator, Page } from "playwright-core";

import { sessionCookie } from "#tests/screens/screens.ts";
import { PASSWORD, register } from "#tests/support/api-client.ts";
import { atNight } from "#tests/support/at-night.ts";
import { expectAccessible, openBrowser, screenshot } from "#tests/support/browser.ts";
import { startDemoClub } from "#tests/support/demo.ts";
import { until } from "#tests/support/poll-until.ts";

import { DEMO_PASSWORD } from "../../scripts/demo/people.ts";

let club: Awaited<ReturnType<typeof startDemoClub>>;
const browser = await openBrowser();
beforeAll(async () => void (club = await startDemoClub()));
afterAll(async () => {
  await browser.close();
  await club.stop();
});

/** Signs in as a member with a position in the audiobook. */
async function visit(username: string, view: { width: number; height?: number; touch?: boolean }): Promise<Page> {
  const page = await browser.page({ club, height: 780, ...view });
  await page.context().addCookies([await sessionCookie(club.url, username, DEMO_PASSWORD)]);
  await page.goto("/");
  await page.getByRole("link", { name: "Talk about it" }).waitFor();
  return page;
}

async function getBox(part: Locator) {
  const boundingBox = await part.boundingBox();
  if (!boundingBox) throw new Error("It isn't there");
  return { ...boundingBox, bottom: boundingBox.y + boundingBox.height };
}

const heading = (page: Page, name: string) => page.getByRole("heading", { name });

for (const width of [390, 1440])
  (width === 390 ? test : atNight)(
    `at ${width} px the first view has the meeting and the continue button`,
    async () => {
      const height = width < 640 ? 780 : 900;
      const page = await visit("teo", { width, height });
      await page.getByRole("region", { name: "Audiobook" }).waitFor();
      const hero = await getBox(
        page.getByRole("region", { name: "Fall Selection" }).or(page.locator("main section").first()),
      );
      expect(hero.height).toBeLessThanOrEqual(width < 640 ? 190 : 176);
      const meeting = await getBox(page.getByText(/^Wednesday, /).first());
      const playBox = await getBox(
        page.getByRole("region", { name: "Audiobook" }).getByRole("button", { name: "Play", exact: true }),
      );
      const direction = await getBox(page.getByRole("button", { name: /^Continue: / }));
      const synopsis = await getBox(page.getByRole("button", { name: "More about the book" }));
      expect(Math.max(meeting.bottom, playBox.bottom)).toBeLessThanOrEqual(height);
      expect(direction.bottom).toBeLessThan(synopsis.y);
      if (width > 640) expect(direction.bottom).toBeLessThanOrEqual(height);
      if (width < 640) {
        const tops = [];
        for (const name of [
          "This Month's Meeting",
          "The Last Chapter but One",
          "Still needed",
          "What should we read in",
          "A Message from the Team",
          "Snacks & Drinks Board",
          "Welcome, Teo",
        ])
          tops.push((await getBox(heading(page, name))).y);
        expect(tops).toEqual(tops.toSorted((a, b) => a - b));
      }
      await expectAccessible(page);
      await screenshot(page, `home-first-view-${width}`);
      await page.context().close();
    },
  );

test("has meeting and book on Home's first screen at 360 px", async () => {
  await register(club, "nova", "Nova");
  const page = await browser.signedIn({ club, width: 360, height: 740, touch: true }, "nova", PASSWORD);
  const readBox = await getBox(page.getByRole("link", { name: "Read now" }));
  const tabs = await getBox(page.getByRole("navigation", { name: "Main" }));
  for (const part of [page.getByRole("button", { name: "None of these" }), page.getByText("7:00 PM to 9:00 PM")])
    expect((await getBox(part)).bottom).toBeLessThan(readBox.y);
  expect(readBox.bottom).toBeLessThanOrEqual(tabs.y);
  await page.getByRole("button", { name: /^Show all \d/ }).waitFor();
  const getHeight = () => page.evaluate(() => document.documentElement.scrollHeight);
  expect(await getHeight()).toBeLessThanOrEqual(2600);
  await expectAccessible(page);
  await screenshot(page, "home-new-member-360");
  await page.context().close();
  const listener = await visit("teo", { width: 360, height: 740, touch: true });
  expect((await getBox(listener.getByRole("button", { name: /^Continue: / }))).bottom).toBeLessThanOrEqual(tabs.y);
  await listener.context().close();
});

for (const width of [320, 360, 390])
  (width === 360 ? test : atNight)(`at ${width} px tabs, mini player and toast stack without overlapping`, async () => {
    // an admin, who has five tabs, with a position in the book
    const page = await visit("margit", { width });
    await page.evaluate(async () => {
      const { id } = await (await fetch("/api/books/current")).json();
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ bookId: id, currentTime: 60 });
      await fetch("/api/audiobook-progress", { method: "POST", headers, body });
    });
    await page.reload();
    const player = page.getByRole("region", { name: "Audiobook" });
    await player.waitFor();
    const tabs = page.getByRole("navigation", { name: "Main" });
    await page.getByRole("button", { name: "Add Item" }).click();
    await page.getByLabel("Your item").fill("A bottle of red");
    await page.getByRole("button", { name: "Post", exact: true }).click();
    const toast = page.locator("[data-sonner-toast]");
    await toast.waitFor();
    const weightOf = (text: string) =>
      toast.getByText(text, { exact: true }).evaluate((line) => Number(getComputedStyle(line).fontWeight));
    // the title is SPEC's; the text says more
    expect(await weightOf("Your post has been added")).toBeGreaterThan(await weightOf("Success"));
    await toast.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
    const [tabsBox, playerBox] = [await getBox(tabs), await getBox(player)];
    expect(tabsBox.bottom).toBeCloseTo(780, 0);
    expect(playerBox.bottom).toBeCloseTo(tabsBox.y, 0);
    await page.waitForFunction(
      (top) => (document.querySelector("[data-sonner-toast]")?.getBoundingClientRect().bottom ?? 999) <= top,
      playerBox.y,
    );
    await page.evaluate(() => scrollTo(0, 1500));
    await page.waitForFunction(() => scrollY > 1000);
    expect((await getBox(page.getByRole("banner"))).y).toBe(0);
    const links = await tabs.getByRole("link").all();
    expect(links).toHaveLength(5);
    let rightEdge = 0;
    for (const link of links) {
      const { x, width } = await getBox(link);
      expect(x).toBeGreaterThanOrEqual(rightEdge - 1);
      expect(await link.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
      rightEdge = x + width;
    }
    expect(rightEdge).toBeLessThanOrEqual(width + 1);
    await page.context().close();
  });

for (const [width, height] of [
  [360, 640],
  [375, 667],
] as const)
  test(`has Play on the first screen at ${width} × ${height} px`, async () => {
    const page = await visit("teo", { width, height, touch: true });
    await page.goto("/audiobook");
    const playButton = page.getByRole("button", { name: "Play", exact: true });
    await playButton.waitFor();
    const tabs = await getBox(page.getByRole("navigation", { name: "Main" }));
    expect((await getBox(playButton)).bottom).toBeLessThanOrEqual(tabs.y);
    const cover = await getBox(page.getByRole("img", { name: /^Cover of / }));
    expect(cover.width).toBeLessThanOrEqual(64);
    const sliders = page.getByRole("slider", { name: /^Seek/ });
    expect(await sliders.count()).toBe(1);
    const book = page.locator("summary", { hasText: "The whole book" });
    await book.tap();
    await page.getByRole("slider", { name: "Seek in the whole book" }).waitFor();
    expect((await getBox(playButton)).bottom).toBeLessThanOrEqual(tabs.y);
    await book.focus();
    await page.keyboard.press("Enter");
    await until(async () => (await sliders.count()) === 1);
    const download = page.getByRole("link", { name: "Download Audiobook" });
    expect((await getBox(playButton)).bottom).toBeLessThan((await getBox(download)).y);
    const backgroundOf = (part: Locator) => part.evaluate((element) => getComputedStyle(element).backgroundColor);
    // the club's wine red
    expect(await backgroundOf(download)).not.toBe("rgb(122, 31, 53)");
    await expectAccessible(page);
    await screenshot(page, `audiobook-${width}`);
    await page.context().close();
  });

for (const enlargement of ["by the device's setting", "by the text alone, which no media query hears of"])
  test(`doesn't scroll sideways at 360 px with 32 px type ${enlargement}`, async () => {
    const page = await visit("teo", { width: 360, height: 740, touch: true });
    if (enlargement.includes("device")) {
      const devTools = await page.context().newCDPSession(page);
      await devTools.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
    } else await page.addInitScript(enlargeText);
    for (const path of ["/", "/audiobook", "/ebook", "/talk"]) {
      await page.goto(path);
      await page.getByRole("navigation", { name: "Main" }).waitFor();
      await page.waitForLoadState("networkidle");
      expect(await page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize))).toBe(32);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      const tooWideTexts = await page.locator("main :is(a, button):visible").evaluateAll((buttons) => {
        const tooWide = buttons.filter((button) => button.clientWidth > 0 && button.scrollWidth > button.clientWidth);
        return tooWide.map(({ textContent }) => textContent);
      });
      expect([path, tooWideTexts]).toEqual([path, []]);
      const labels = page.getByRole("navigation", { name: "Main" }).locator("a > span:not([aria-hidden])");
      for (const label of await labels.all()) expect((await label.boundingBox())?.width ?? 0).toBeLessThanOrEqual(72);
    }
    await page.evaluate(() => scrollTo(0, 600));
    await until(async () => (await getBox(page.getByRole("banner"))).bottom <= 0);
    const playerBox = await getBox(page.getByRole("region", { name: "Audiobook" }));
    const tabs = await getBox(page.getByRole("navigation", { name: "Main" }));
    expect(Math.abs(playerBox.bottom - tabs.y)).toBeLessThanOrEqual(1);
    await screenshot(page, `large-type-${enlargement.includes("device") ? "device" : "text"}`);
    await page.context().close();
  });

atNight("fits further pages at 360 px with 32 px text", async () => {
  // has voted, brings something and may host
  const page = await visit("margit", { width: 360, height: 740, touch: true });
  await page.addInitScript(enlargeText);
  const sections = ["#signing-in", "#messages", "#apps", "#own-data"].map((hash) => `/profile${hash}`);
  for (const path of [...PAGES, ...sections]) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect([path, ...widths]).toEqual([path, 360, 360]);
  }
  await page.context().close();
});

const PAGES = ["/", "/shelf", "/shelf/1", "/recommendations", "/wines", "/hosts", "/profile", "/help", "/privacy"];

/** Runs in the page, before all else. */
function enlargeText(): void {
  const setFontSize = () => document.documentElement?.style.setProperty("font-size", "32px", "important");
  new MutationObserver(setFontSize).observe(document, { childList: true });
  setFontSize();
}

test("folds long pages on a phone, and opens what links lead to", async () => {
  const page = await visit("teo", { width: 360, height: 740 });
  for (const [path, heightMax] of [
    ["/profile", 2100],
    ["/help", 2700],
    ["/privacy", 1500],
  ] as const) {
    await page.goto(path, { waitUntil: "networkidle" });
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect([path, height <= heightMax]).toEqual([path, true]);
    await expectAccessible(page);
  }

  // by keyboard, through the index
  await page.goto("/profile", { waitUntil: "networkidle" });
  const password = page.getByLabel("New password");
  expect(await password.isVisible()).toBe(false);
  await page.getByRole("navigation", { name: "On this page" }).getByRole("link", { name: "Signing in" }).press("Enter");
  await password.waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await until(async () => (await focused())?.startsWith("Signing in"));
  await expectAccessible(page);
  await password.fill("four chapters");
  await page.locator("summary", { hasText: "Signing in" }).press("Enter");
  await password.waitFor({ state: "hidden" });
  await page.locator("summary", { hasText: "Signing in" }).press("Enter");
  expect(await password.inputValue()).toBe("four chapters");
  await page.context().close();

  // from another page, and as the first page
  const secondPage = await visit("teo", { width: 360, height: 740 });
  await secondPage.goto("/help");
  await secondPage.locator("summary", { hasText: "Sign in" }).click();
  await secondPage.getByRole("link", { name: "profile" }).click();
  await until(() => secondPage.evaluate(() => document.activeElement?.id === "passkeys"));
  await secondPage.goto("about:blank");
  await secondPage.goto("/profile#eReader");
  await until(() => secondPage.evaluate(() => document.activeElement?.closest("#eReader") != null));
  await until(async () => (await getBox(secondPage.getByLabel("eReader email address"))).y < 740);
  await secondPage.context().close();
});

atNight("leads from the app's shortcuts to text, player and board", async () => {
  const page = await visit("teo", { width: 390 });
  const { shortcuts } = await (await page.request.get("/manifest.webmanifest")).json();
  const open = async (name: string) => {
    const foundShortcut = shortcuts.find((shortcut: { name: string }) => shortcut.name === name);
    await page.goto("about:blank");
    await page.goto(new URL(foundShortcut.url, club.url).href, { waitUntil: "networkidle" });
  };
  await open("Read");
  await until(() => page.frames().some((frame) => frame.url().includes("/text/")));
  await open("Listen");
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  await open("Board");
  const board = page.getByRole("heading", { name: "Snacks & Drinks Board" });
  await until(
    async () => (await getBox(board)).y,
    (top) => top > 64 && top < 200,
  );
  await screenshot(page, "shortcut-board");
  await page.context().close();
});

test("on a phone held sideways, sign-in begins in the first view", async () => {
  const page = await browser.page({ club, width: 740, height: 360 });
  await page.goto("/auth");
  const form = await getBox(page.getByRole("tab", { name: "Login" }));
  expect(form.bottom).toBeLessThanOrEqual(360);
  await page.context().close();
});
