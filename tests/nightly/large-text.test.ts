import { expect, test } from "bun:test";

import type { Page } from "playwright-core";

import { MONTH_PAGE } from "#tests/screens/admin-states.ts";
import { startScreenClubs } from "#tests/screens/screen-clubs.ts";
import { signIn } from "#tests/support/browser.ts";

import { DEMO_PASSWORD } from "../../scripts/demo/people.ts";

/** Problems of large text on a page: horizontal scrolling, words cut in two, and icons over words. */
function largeTextFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const problems: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) problems.push(`scrolls sideways: ${root.scrollWidth}`);
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.getBoundingClientRect().width > 1 &&
      element.closest(".sr-only, select, dialog:not([open]), [aria-hidden=true]") === null;
    const wordRects: { word: string; rect: DOMRect; in: Element }[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement: parent } = node;
      // a drop cap is lower than its word
      if (!parent || !isShown(parent) || parent.closest(".drop-cap")) continue;
      // letters only: addresses, numbers and hyphenated words may break
      for (const { 0: word, index } of (node.textContent ?? "").matchAll(/(?<![\w./@:-])\p{L}{2,24}(?![\w./@:-])/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
        const lines = new Set(rects.map(({ top }) => Math.round(top)));
        if (lines.size > 1) problems.push(`breaks the word ${word}`);
        for (const rect of rects) wordRects.push({ word, rect, in: parent });
      }
    }
    for (const avatar of document.querySelectorAll(".rounded-full.overflow-hidden[aria-hidden]:not(:has(img))")) {
      const range = document.createRange();
      range.selectNodeContents(avatar);
      if (range.getBoundingClientRect().width > avatar.clientWidth * 0.8)
        problems.push(`a circle cuts off ${avatar.textContent}`);
    }
    for (const icon of document.querySelectorAll("svg")) {
      const rect = icon.getBoundingClientRect();
      if (!isShown(icon.parentElement ?? icon) || rect.width === 0 || rect.width > 120) continue;
      const style = getComputedStyle(icon);
      if (style.visibility === "hidden" || style.opacity === "0") continue;
      for (const { word, rect: otherRect, in: parent } of wordRects) {
        // two layers, such as a menu over the page, may cover each other
        const box = parent.closest("a, button, label, li, p, h1, h2, h3, summary, div");
        if (!box?.contains(icon)) continue;
        const overlapWidth = Math.min(rect.right, otherRect.right) - Math.max(rect.left, otherRect.left);
        const overlapHeight = Math.min(rect.bottom, otherRect.bottom) - Math.max(rect.top, otherRect.top);
        if (overlapWidth > 3 && overlapHeight > 3) problems.push(`an icon is over ${word}`);
      }
    }
    return [...new Set(problems)];
  });
}

const { browser, full } = await startScreenClubs();

test("nothing scrolls sideways at 200 % zoom", async () => {
  const page = await browser.page({ club: full, width: 640, height: 400 });
  await signIn(page, "teo", DEMO_PASSWORD);
  for (const path of ["/", "/ebook", "/audiobook", "/profile", "/no-such-page"]) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(640);
  }
  await page.context().close();
});

const PAGES = [
  "/ /ebook /audiobook /talk /shelf /shelf/1 /recommendations /wines /hosts /profile /help /privacy /admin/health /no-such-page",
  ...["content", "book", "book&book=new", "ebook", "audiobook", "users", "email"].map((tab) => `/admin?tab=${tab}`),
  MONTH_PAGE,
].join(" ");
test.each([
  { by: "the browser's setting", width: 390 },
  { by: "the text alone, which no media query hears of", width: 360 },
])(
  "fits a narrow phone with 32 px text by $by",
  async ({ by, width }) => {
    const page = await browser.page({ club: full, width, height: 844 });
    await signIn(page, "margit", DEMO_PASSWORD);
    if (by === "the browser's setting") {
      const devTools = await page.context().newCDPSession(page);
      await devTools.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
    } else await page.addInitScript(enlargeText);
    const problems: string[] = [];
    for (const path of PAGES.split(" ")) {
      await page.goto(path);
      await page.waitForLoadState("networkidle");
      expect(await page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize))).toBe(32);
      for (const problem of await largeTextFaults(page)) problems.push(`${path} ${problem}`);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  },
  300_000,
);

test.each([800, 1024, 1280])("fits the header into %d px with text of 32 px", async (width) => {
  const page = await browser.page({ club: full, width, height: 800 });
  await signIn(page, "margit", DEMO_PASSWORD);
  await page.addInitScript(enlargeText);
  for (const path of ["/", "/shelf/1", "/admin?tab=users"]) {
    await page.goto(path);
    const links = page.getByRole("banner").locator("a, button");
    await page.getByRole("button", { name: /^Account/ }).waitFor();
    for (const link of await links.all()) {
      const box = await link.boundingBox();
      expect([path, (box?.x ?? 0) + (box?.width ?? 0) <= width]).toEqual([path, true]);
    }
  }
  await page.context().close();
});

/** Runs in the page, before all else. */
function enlargeText(): void {
  const setFontSize = () => document.documentElement?.style.setProperty("font-size", "32px", "important");
  new MutationObserver(setFontSize).observe(document, { childList: true });
  setFontSize();
}
