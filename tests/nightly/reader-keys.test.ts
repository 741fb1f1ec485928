import { expect, test } from "bun:test";

import type { Frame, Page } from "playwright-core";

import type { Bookmark } from "#contract/bookmarks.ts";
import { startReaderClub } from "#tests/support/browser-club.ts";
import { expectAccessible } from "#tests/support/browser.ts";
import { until } from "#tests/support/poll-until.ts";
import { chapterFrame, firstWord, turn } from "#tests/support/reader-page.ts";
import { bookOf, plainChapters } from "#tests/support/reading-book.ts";

const IMAGE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const chapters = plainChapters([1500, 1500, 1500]).map((chapter, index) =>
  index === 0 ? { ...chapter, body: `<p><img src="../a.png" alt="A table"/></p>${chapter.body}` } : chapter,
);
const { browser, adminPage, bookId } = await startReaderClub({
  ebook: bookOf({
    chapters,
    more: [{ name: "a.png", type: "image/png", data: IMAGE }],
  }),
});

const open = () => adminPage({ width: 1280, height: 800, reducedMotion: true });
/** Opens the book at a position, which is in that chapter. */
async function openAt(page: Page, fraction: number, chapter: string): Promise<Frame> {
  await page.request.post("/api/reading-progress", { data: { bookId, fraction, locator: null } });
  await page.goto("/read");
  const frame = await chapterFrame(page, chapter);
  await page.locator("[data-bar=top]").waitFor();
  return frame;
}
/** The name of the focused element, in the page or a frame. */
const getFocusedName = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.getAttribute("aria-label") ?? activeElement?.localName ?? "";
  });
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
const bookmarks = async (page: Page): Promise<Bookmark[]> =>
  (await page.request.get(`/api/bookmarks?bookId=${bookId}`)).json();
/** Waits until the bars no longer cover the page. */
const untilClear = (page: Page) =>
  until(() => page.locator("[data-bar=top]").evaluate((bar) => getComputedStyle(bar).opacity === "0"));

test("the reader works by keyboard alone", async () => {
  const page = await open();
  await page.goto("/ebook");
  await page.getByRole("link", { name: "Read now" }).focus();
  await press(page, "Enter");
  await chapterFrame(page, "c1.xhtml");
  await page.locator("[data-bar=top]").waitFor();
  await turn(page, 1);
  await turn(page, 1, "ArrowLeft");

  // contents, then back to the uncovered page
  await press(page, "Escape");
  expect(await getFocusedName(page)).toBe("Close the book");
  await press(page, "Tab");
  expect(await getFocusedName(page)).toBe("Contents");
  await press(page, "Enter");
  await page.getByRole("heading", { name: "Contents" }).waitFor();
  await press(page, "Tab", "Tab", "Enter");
  await chapterFrame(page, "c2.xhtml");
  await until(async () => (await getFocusedName(page)) === "foliate-paginator");
  await untilClear(page);
  await turn(page, 1);

  // search
  await press(page, "Escape", "Tab", "Tab", "Enter");
  await page.getByLabel("Search this book").waitFor();
  await page.keyboard.type("word2x700 ");
  await page.getByRole("button", { name: /word2x700/ }).waitFor();
  await press(page, "Tab", "Enter");
  await chapterFrame(page, "c3.xhtml");
  await until(async () => /^word2x[2-7]\d\d$/.test(await firstWord(page)));
  await until(async () => (await getFocusedName(page)) === "foliate-paginator");

  // a highlight, then one with a note
  await turn(page, 1);
  const start = await firstWord(page);
  await page.locator("[aria-live]", { hasText: start }).waitFor();
  await press(page, "Shift+ArrowDown", "Shift+ArrowDown");
  await page.getByRole("toolbar").waitFor();
  await press(page, "Tab");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Highlight");
  await press(page, "Enter");
  await until(async () => (await bookmarks(page)).length === 1);
  expect((await bookmarks(page))[0]?.quote).toContain(start);
  await turn(page, 1);
  await page.locator("[aria-live]", { hasText: await firstWord(page) }).waitFor();
  await press(page, "Shift+ArrowDown");
  await page.getByRole("toolbar").waitFor();
  await press(page, "Tab", "Tab", "Enter");
  await page.getByLabel("Your note").waitFor();
  await page.keyboard.type("The turn");
  await press(page, "Tab", "Tab", "Enter");
  await until(async () => (await bookmarks(page)).some(({ note }) => note === "The turn"));
  await until(async () => (await getFocusedName(page)) === "foliate-paginator");

  // settings
  await press(page, "Escape", "Tab", "Tab", "Tab", "Tab", "Tab", "Enter");
  await page.getByRole("heading", { name: "Display settings" }).waitFor();
  // Close, smaller text, the slider, larger text
  await press(page, "Tab", "Tab", "Tab", "Tab", "Enter", "Escape");
  const frame = await chapterFrame(page, "c3.xhtml");
  await until(() => frame.evaluate(() => getComputedStyle(document.documentElement).fontSize === "20px"));
  await until(async () => (await getFocusedName(page)) === "Display settings");
  await press(page, "Escape");
  await untilClear(page);

  // close
  await press(page, "Escape", "Enter");
  await page.waitForURL("**/ebook");
  expect(browser.faults).toEqual([]);
  await page.close();
}, 300_000);

test("images enlarge by key", async () => {
  const page = await open();
  const frame = await openAt(page, 0, "c1.xhtml");
  await frame.locator("img").focus();
  await press(page, "Enter");
  await page.getByRole("dialog").getByRole("img", { name: "A table" }).waitFor();
  await expectAccessible(page);
  await press(page, "Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.close();
}, 300_000);

/** The chapter's accessibility tree: roles and names, in order. */
async function chapterTree(page: Page): Promise<{ role: string; name: string }[]> {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send("Page.getFrameTree");
  const frameId = frameTree.childFrames?.find(({ frame }) => frame.url.includes("/text/"))?.frame.id ?? "";
  const { nodes } = await session.send("Accessibility.getFullAXTree", { frameId });
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name }) => ({ role: String(role?.value), name: String(name?.value ?? "") }));
}

test.each(["pages", "scroll"])(
  "a screen reader finds the whole chapter in order, in %s",
  async (layout) => {
    const page = await open();
    await page.addInitScript((layout) => {
      const settings = { flow: layout, font: "serif", size: 18, lineHeight: 1.5, margins: "medium", theme: "auto" };
      localStorage.setItem("reader.settings", JSON.stringify(settings));
    }, layout);
    const frame = await openAt(page, 0.34, "c2.xhtml");
    expect(await frame.evaluate(() => document.documentElement.lang)).toBe("en");
    const tree = await chapterTree(page);
    expect(tree.find(({ role }) => role === "heading")?.name).toBe("Chapter 2");
    const readTexts = tree.filter(({ role }) => role === "StaticText").map(({ name }) => name);
    expect([...readTexts.join(" ").matchAll(/word1x\d+/g)].map(([word]) => word)).toEqual(
      Array.from({ length: 1500 }, (_, word) => `word1x${word}`),
    );
    expect(await frame.evaluate(() => window.frameElement?.getAttribute("title"))).toBe("Chapter 2");

    if (layout === "pages") {
      await page.getByRole("button", { name: "Next page" }).focus();
      await press(page, "Enter");
      const word = await until(
        () => firstWord(page),
        (heading) => heading !== "" && heading !== "Chapter",
      );
      await page.locator("[aria-live]", { hasText: word }).waitFor();
      expect(await page.locator("[aria-live]").getAttribute("lang")).toBe("en");
    }
    await expectAccessible(page);
    await page.close();
  },
  300_000,
);

test("keeps a page's announcement when the layout changes after it", async () => {
  const page = await open();
  await openAt(page, 0.34, "c2.xhtml");
  await turn(page, 1);
  const word = await firstWord(page);
  const announcement = page.locator("[aria-live]", { hasText: word });
  await announcement.waitFor();
  const footer = page.getByText(/page \d+ of \d+/);
  const pageNumber = await footer.textContent();
  // like a font that arrives
  await page.setViewportSize({ width: 900, height: 800 });
  await until(
    () => footer.textContent(),
    (text) => text !== pageNumber,
  );
  expect(await announcement.count()).toBe(1);
  await page.close();
}, 300_000);

test("shows the page whole when a screen reader scrolls to it", async () => {
  const page = await open();
  const frame = await openAt(page, 0.34, "c2.xhtml");
  const paragraph = frame.locator("p").nth(15);
  await paragraph.scrollIntoViewIfNeeded();
  const { fraction } = await until(
    async () => (await page.request.get(`/api/reading-progress?bookId=${bookId}`)).json(),
    (place) => place.fraction > 0.4,
  );
  expect(fraction).toBeLessThan(0.34 + 0.333 * (17 / 19));
  const offset = await page.evaluate(() => {
    const view = document.querySelector<HTMLElement & { start: number; size: number }>("foliate-paginator");
    return view ? Math.abs(view.start - Math.round(view.start / view.size) * view.size) : Number.NaN;
  });
  expect(offset).toBeLessThan(1);
  // it may continue on the next page
  const leftEdges = await paragraph.evaluate((element) => {
    const frameLeft = window.frameElement?.getBoundingClientRect().left ?? 0;
    return [...element.getClientRects()].map(({ left }) => left + frameLeft);
  });
  expect(leftEdges.filter((leftEdge) => leftEdge >= 0 && leftEdge < 1280)).not.toEqual([]);
  await page.close();
}, 300_000);
