import { expect, test } from "bun:test";

import type { Page } from "playwright-core";

import { atNight } from "#tests/support/at-night.ts";
import { startReaderClub } from "#tests/support/browser-club.ts";
import { expectAccessible, screenshot } from "#tests/support/browser.ts";
import { swipe } from "#tests/support/finger.ts";
import { until } from "#tests/support/poll-until.ts";
import { chapterFrame, showBars } from "#tests/support/reader-page.ts";
import { bookOf, plainChapters } from "#tests/support/reading-book.ts";

const WIDTH = 390;
const HEIGHT = 844;
const PHONE = { width: WIDTH, height: HEIGHT, touch: true };
/** Longer than a page's slide animation, and than the bars show when a book opens. */
const LONG_MS = 2600;

const { browser, adminPage, bookId } = await startReaderClub({
  ebook: bookOf({ chapters: plainChapters([2500, 2500, 2500]) }),
});

async function open(view: { width: number; height: number; touch: boolean } = PHONE): Promise<Page> {
  const page = await adminPage(view);
  await page.request.post("/api/reading-progress", { data: { bookId, fraction: 0, locator: null } });
  await page.goto("/ebook");
  await page.getByRole("link", { name: "Read now" }).click();
  await chapterFrame(page, "c1.xhtml");
  await page.locator("[data-bar=top]").waitFor();
  return page;
}

const tap = (page: Page, x: number, y = HEIGHT / 2) => page.touchscreen.tap(x, y);
const tapMiddle = (page: Page) => tap(page, WIDTH / 2);
const shownPage = (page: Page) =>
  page
    .locator("foliate-paginator")
    .evaluate((element) => Math.round(Reflect.get(element, "start") / Reflect.get(element, "size")));
const areBarsShown = (page: Page) =>
  page.locator("[data-bar=top]").evaluate((bar) => getComputedStyle(bar).opacity === "1");
/** The bars that show when a book opens hide after two seconds; those shown by a tap stay. */
const untilBarsHide = (page: Page) => until(async () => !(await areBarsShown(page)));
const untilPage = (page: Page, expected: number) =>
  until(
    () => shownPage(page),
    (shownNumber) => shownNumber === expected,
  );
/** Runs in a chapter: where the shown page's text ends on the screen. */
function lastLineEnd(): number {
  const range = document.createRange();
  range.selectNodeContents(document.body);
  const frameTop = window.frameElement?.getBoundingClientRect().top ?? 0;
  return Math.max(...[...range.getClientRects()].map(({ bottom }) => bottom + frameTop));
}
const HINT = "Tap the middle for the menu, the sides to turn.";

test("opens the menu and chapters, and sets type by finger", async () => {
  const page = await open();
  await page.getByText(HINT).waitFor();
  await screenshot(page, "reader-hint");
  await untilBarsHide(page);
  // in place of the page number, below the last line of text
  const hint = await page.getByText(HINT).boundingBox();
  const frame1 = await chapterFrame(page, "c1.xhtml");
  expect(hint?.y).toBeGreaterThanOrEqual(await frame1.evaluate(lastLineEnd));
  await tapMiddle(page);
  await until(() => areBarsShown(page));
  await page.getByText(HINT).waitFor({ state: "detached" });
  await page.getByText(/^Chapter 1 · page 1 of \d+$/).waitFor();
  await Bun.sleep(LONG_MS);
  expect(await areBarsShown(page)).toBe(true);
  await screenshot(page, "reader-bars");

  await page.getByRole("button", { name: "Display settings" }).tap();
  await page.getByRole("button", { name: "Larger text" }).tap();
  const panelState = await page.getByRole("dialog").evaluate((dialog) => {
    const panel = dialog.querySelector("[id*=headlessui-dialog-panel]");
    const isBlurred = [...dialog.querySelectorAll("*")].some(
      (part) => getComputedStyle(part).backdropFilter !== "none",
    );
    return { top: panel?.getBoundingClientRect().top ?? 0, blurs: isBlurred };
  });
  expect(panelState.top).toBeGreaterThanOrEqual(HEIGHT / 2 - 1);
  expect(panelState.blurs).toBe(false);
  const getSize = async () =>
    (await chapterFrame(page)).evaluate(() => getComputedStyle(document.documentElement).fontSize);
  for (const [index, pixels] of [
    [7, "32px"],
    [3, "20px"],
  ] as const) {
    await page.getByRole("slider", { name: "Text size" }).fill(String(index));
    await until(getSize, (shownPixels) => shownPixels === pixels);
  }
  await expectAccessible(page, ["color-contrast", "label", "button-name", "target-size", "aria-dialog-name"]);
  await screenshot(page, "reader-text-size");
  await page.getByRole("button", { name: "Close", exact: true }).tap();
  await page.getByRole("button", { name: "Contents" }).tap();
  await page.getByRole("button", { name: "Chapter 3", exact: true }).tap();
  const frame = await chapterFrame(page, "c3.xhtml");
  expect(await frame.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("20px");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await tap(page, WIDTH - 30);
  await untilPage(page, 2);
  await until(async () => !(await areBarsShown(page)));
  await page.getByText(/^Chapter 3 · page 2 of \d+$/).waitFor();
  await tapMiddle(page);
  await page.getByRole("button", { name: "Back to where you were" }).tap();
  await chapterFrame(page, "c1.xhtml");
  await tapMiddle(page);
  await until(async () => !(await areBarsShown(page)));
  await tapMiddle(page);
  await page.getByRole("link", { name: "Close the book" }).tap();
  await page.waitForURL((url) => url.pathname === "/ebook");
  await page.getByRole("link", { name: "Read now" }).tap();
  await chapterFrame(page, "c1.xhtml");
  await page.locator("[data-bar=top]").waitFor();
  expect(await page.getByText(HINT).count()).toBe(0);
  expect(browser.faults).toEqual([]);
  await page.context().close();
});

atNight("taps at the very edges of the screen turn pages", async () => {
  const page = await open();
  await until(async () => !(await areBarsShown(page)));
  let shownNumber = 1;
  for (const [x, y] of [
    [WIDTH - 2, HEIGHT / 2],
    [WIDTH - 2, HEIGHT - 3],
    [WIDTH - 40, HEIGHT - 3],
    [WIDTH - 2, 3],
  ] as const) {
    await tap(page, x, y);
    shownNumber += 1;
    await untilPage(page, shownNumber);
  }
  for (const [x, y] of [
    [2, HEIGHT / 2],
    [30, HEIGHT - 3],
  ] as const) {
    await tap(page, x, y);
    shownNumber -= 1;
    await untilPage(page, shownNumber);
  }
  await tap(page, WIDTH / 2, HEIGHT - 3);
  await until(() => areBarsShown(page));
  expect(await shownPage(page)).toBe(shownNumber);
  await page.context().close();
});

atNight("every tap and swipe during the slide turns a page", async () => {
  const page = await open();
  for (let taps = 0; taps < 4; taps += 1) await tap(page, WIDTH - 30);
  await untilPage(page, 5);
  for (let swipes = 0; swipes < 3; swipes += 1) await swipe(page, 340, 60);
  await untilPage(page, 8);
  for (let keys = 0; keys < 3; keys += 1) await page.keyboard.press("ArrowLeft");
  await untilPage(page, 5);
  await page.context().close();
});

atNight("with text at 200 % every button of the bars can be reached", async () => {
  const page = await open();
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
  for (const width of [WIDTH, 320]) {
    await page.setViewportSize({ width, height: HEIGHT });
    await page.reload();
    await chapterFrame(page, "c1.xhtml");
    await page.locator("[data-bar=top]").waitFor();
    await until(async () => !(await areBarsShown(page)));
    await tap(page, width / 2);
    await until(() => areBarsShown(page));
    await screenshot(page, `reader-large-${width}`);
    for (const button of await page.locator("[data-bar] :is(a, button, input)").all()) {
      const name = await button.getAttribute("aria-label");
      const box = await button.boundingBox();
      expect([name, (box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= width]).toEqual([name, true]);
      expect([name, (box?.y ?? -1) >= 0 && (box?.y ?? 0) + (box?.height ?? 0) <= HEIGHT]).toEqual([name, true]);
    }
    await page.getByRole("button", { name: "Display settings" }).tap();
    await page.getByRole("heading", { name: "Display settings" }).waitFor();
    await page.getByRole("button", { name: "Close", exact: true }).tap();
  }
  await expectAccessible(page);
  await page.context().close();
});

test("closes sheets, not the book, by the back button of Android", async () => {
  const page = await open();
  await untilBarsHide(page);
  // the browser closes by Escape what Android closes by its back button, if no script handles the key
  await page.evaluate(() => addEventListener("keydown", (event) => event.stopImmediatePropagation(), true));
  for (const name of ["Contents", "Search in the book", "Bookmarks and highlights", "Display settings"]) {
    await showBars(page);
    await page.getByRole("button", { name, exact: true }).tap();
    const title = page.getByRole("heading", { name, exact: true });
    await title.waitFor();
    await page.keyboard.press("Escape");
    await title.waitFor({ state: "detached" });
  }
  expect(new URL(page.url()).pathname).toBe("/read");
  await page.context().close();
});

test("the search can be typed in at once, and doesn't jump", async () => {
  const page = await open();
  await untilBarsHide(page);
  await showBars(page);
  await page.getByRole("button", { name: "Search in the book" }).tap();
  const field = page.locator("input:focus").and(page.getByLabel("Search this book"));
  // while it slides up, its height is the final one
  const sheetHeight = () => field.evaluate((input) => input.closest<HTMLElement>(".fixed > div")?.offsetHeight);
  const heightBefore = await sheetHeight();
  await page.keyboard.type("word1x");
  await page.getByText(/^\d+ places$/).waitFor();
  expect(await sheetHeight()).toBe(heightBefore);
  await page.context().close();
});

atNight("on a laptop the bars cover no line of text", async () => {
  const page = await open({ width: 1280, height: 800, touch: false });
  const frame = await chapterFrame(page);
  await showBars(page);
  await screenshot(page, "reader-laptop-bars");
  const topBar = await page.locator("[data-bar=top]").boundingBox();
  const bottomBar = await page.locator("[data-bar=bottom]").boundingBox();
  const lines = await frame.evaluate(() => {
    const range = document.createRange();
    range.selectNodeContents(document.body);
    const frameTop = window.frameElement?.getBoundingClientRect().top ?? 0;
    return [...range.getClientRects()].map((line) => ({ top: line.top + frameTop, bottom: line.bottom + frameTop }));
  });
  expect(Math.min(...lines.map((line) => line.top))).toBeGreaterThanOrEqual((topBar?.y ?? 0) + (topBar?.height ?? 0));
  expect(Math.max(...lines.map((line) => line.bottom))).toBeLessThanOrEqual(bottomBar?.y ?? 0);
  // while the bars are hidden, the page number and chapter are shown
  await page.mouse.click(640, 400);
  await page.getByText(/^Chapter 1 · page 1 of \d+$/).waitFor();
  await screenshot(page, "reader-laptop-page");
  await page.context().close();
});

atNight("reports a failed save above the bar, not over text", async () => {
  const page = await open();
  await page.route("**/api/bookmarks", (route) => route.fulfill({ status: 503, json: { message: "Try again later" } }));
  await until(async () => !(await areBarsShown(page)));
  await tapMiddle(page);
  await until(() => areBarsShown(page));
  await page.getByRole("button", { name: "Bookmark this page" }).tap();
  const toast = page.locator("[data-sonner-toast][data-mounted=true]");
  await toast.waitFor();
  await screenshot(page, "reader-toast");
  const box = await until(() => toast.boundingBox());
  expect(box?.y).toBeGreaterThan(HEIGHT / 2);
  const bar = await page.locator("[data-bar=bottom]").boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  await page.context().close();
});
