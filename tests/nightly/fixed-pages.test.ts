import { expect, test } from "bun:test";

import type { Frame, Page } from "playwright-core";

import { startBrowserClub } from "#tests/support/browser-club.ts";
import { expectAccessible, screenshot } from "#tests/support/browser.ts";
import { swipe } from "#tests/support/finger.ts";
import { until } from "#tests/support/poll-until.ts";
import { chapterFrame, importBook, pressInBars, readingProgress } from "#tests/support/reader-page.ts";
import { bookOf, plainChapters } from "#tests/support/reading-book.ts";

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(" ");

/** Four pages of a fixed size, as in a comic. */
function imageBook({ direction = "ltr", spread = "auto" } = {}): Buffer {
  const pages = plainChapters([3, 3, 3, 3]).map(({ title }, index) => ({
    title: `Page ${index + 1}`,
    body: `<div style="position:absolute;left:60px;top:80px;font-size:40px">${title}, drawn</div><a href="c4.xhtml" style="position:absolute;left:250px;top:700px;font-size:40px">end</a>`,
  }));
  return bookOf({
    chapters: pages,
    head: '<meta name="viewport" content="width=600, height=800"/><style>body{margin:0;width:600px;height:800px;background:#fe9}</style>',
    metadata: `<meta property="rendition:layout">pre-paginated</meta><meta property="rendition:spread">${spread}</meta>`,
    spine: ` page-progression-direction="${direction}"`,
  });
}

/** Unusual fixed-layout pages: a drawing twice as large as its view box, and a text. */
function oddPagesBook(): Buffer {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="736px" height="1162px" viewBox="0 0,368 581"><text x="300" y="560">end</text></svg>`;
  return bookOf({
    chapters: [{ title: "Flowing", body: `<p>${words(3000)}</p><p id="end">end</p>` }],
    more: [{ name: "text/drawing.svg", type: "image/svg+xml", data: drawing }],
    metadata: '<meta property="rendition:layout">pre-paginated</meta>',
    itemrefs: '<itemref idref="m0"/>',
  });
}

/** A reflowable text among fixed-size pages, with their style. */
function flowingBook(): Buffer {
  const flowingChapter = { title: "Flowing", body: `<p>${words(1500)}</p>` };
  const [firstChapter, lastChapter] = plainChapters([3, 3]);
  if (!firstChapter || !lastChapter) throw new Error("No pages");
  return bookOf({
    chapters: [firstChapter, flowingChapter, lastChapter],
    head: '<meta name="viewport" content="width=900, height=600"/><style>body{width:1200px;height:600px;margin:0;overflow:hidden}</style>',
    metadata: '<meta property="rendition:layout">pre-paginated</meta>',
    itemrefs: '<itemref idref="c1"/><itemref idref="c2" properties="rendition:layout-reflowable"/>',
  });
}

const { browser, club, adminPage } = await startBrowserClub();

const phone = { width: 390, height: 844, touch: true };
const laptop = { width: 1280, height: 800, touch: false };

/** Files of the visible pages, from left to right. */
const getShownPages = (page: Page) =>
  page.locator("book-pages").evaluate((view) =>
    (Reflect.get(view, "getContents") as () => { doc: Document }[])
      .call(view)
      .map(({ doc }) => ({ doc, box: doc.defaultView?.frameElement?.getBoundingClientRect() }))
      .filter(({ box }) => (box?.width ?? 0) > 0)
      .map(({ doc }) => doc.URL.split("/").at(-1)),
  );
const untilPages = (page: Page, ...expected: string[]) =>
  until(
    () => getShownPages(page),
    (files) => files.join() === expected.join(),
  );
const openBook = async (id: number, view: typeof phone) => {
  const page = await adminPage({ ...view, reducedMotion: true });
  await page.request.post("/api/reading-progress", { data: { bookId: id, fraction: 0, locator: null } });
  await page.goto(`/read/${id}`);
  await page.locator("[data-bar=top]").waitFor();
  await untilPages(page, "c1.xhtml");
  return page;
};
/** Moves two fingers apart or together. @param from,to CSS pixels between them */
async function pinch(page: Page, from: number, to: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const sendTouch = (type: "touchStart" | "touchMove" | "touchEnd", gapPx: number) => {
    const points = [-gapPx, gapPx].map((offset, id) => ({ x: 195 + offset / 2, y: 300, id }));
    return session.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : points });
  };
  await sendTouch("touchStart", from);
  for (let step = 1; step <= 12; step += 1) await sendTouch("touchMove", from + ((to - from) * step) / 12);
  await sendTouch("touchEnd", to);
  await session.detach();
}

test("shows one page on a phone with taps, swipes and zoom", async () => {
  const id = await importBook(club, { month: "2020-04", ebook: imageBook() });
  const page = await openBook(id, phone);
  await screenshot(page, "fixed-390");
  const box = await page
    .frames()
    .at(-1)
    ?.evaluate(() => window.frameElement?.getBoundingClientRect().width);
  expect(box).toBeCloseTo(phone.width, -1);
  await page.touchscreen.tap(370, 400);
  await untilPages(page, "c2.xhtml");
  await swipe(page, 340, 60);
  await untilPages(page, "c3.xhtml");
  await until(
    () => readingProgress(page, id),
    ({ fraction }) => fraction === 0.5,
  );
  await page.getByText("Page 3 · page 3 of 4", { exact: true }).waitFor({ state: "attached" });
  await swipe(page, 60, 340);
  await untilPages(page, "c2.xhtml");

  await pinch(page, 40, 280);
  await until(() => page.evaluate(() => (visualViewport?.scale ?? 1) > 1.5));
  await swipe(page, 340, 60);
  expect(await getShownPages(page)).toEqual(["c2.xhtml"]);
  await until(
    () => readingProgress(page, id),
    ({ fraction }) => fraction === 0.25,
  );
  await page.context().close();

  const secondPage = await adminPage({ ...phone, reducedMotion: true });
  await secondPage.goto(`/read/${id}`);
  await untilPages(secondPage, "c2.xhtml");
  await secondPage.locator("[data-bar=top]").waitFor();
  await pressInBars(secondPage, "Contents");
  await secondPage.getByRole("button", { name: "Page 4", exact: true }).tap();
  await untilPages(secondPage, "c4.xhtml");
  expect(await secondPage.getByRole("button", { name: "Display settings" }).count()).toBe(0);
  await expectAccessible(secondPage);
  expect(browser.faults).toEqual([]);
  await secondPage.context().close();
});

test("shows spreads on a laptop, and turns them in reading order", async () => {
  const id = await importBook(club, { month: "2020-05", ebook: imageBook({ direction: "rtl" }) });
  const page = await openBook(id, laptop);
  await page.mouse.click(20, 400);
  await untilPages(page, "c3.xhtml", "c2.xhtml");
  await screenshot(page, "fixed-1280");
  await page.keyboard.press("ArrowLeft");
  await untilPages(page, "c4.xhtml");
  await page.keyboard.press("ArrowRight");
  await untilPages(page, "c3.xhtml", "c2.xhtml");
  await page
    .frames()
    .find((frame) => frame.url().endsWith("c2.xhtml"))
    ?.locator("a")
    .click();
  await untilPages(page, "c4.xhtml");
  await pressInBars(page, "Back to where you were");
  await untilPages(page, "c3.xhtml", "c2.xhtml");
  expect(browser.faults).toEqual([]);
  await page.context().close();
});

test("shows single pages on a laptop if the book asks for them", async () => {
  const id = await importBook(club, { month: "2020-06", ebook: imageBook({ spread: "none" }) });
  const page = await openBook(id, laptop);
  for (const file of ["c2.xhtml", "c3.xhtml", "c4.xhtml"]) {
    await page.keyboard.press("ArrowRight");
    await untilPages(page, file);
  }
  expect(browser.faults).toEqual([]);
  await page.context().close();
});

test("shows large drawings and flowing pages to their ends", async () => {
  const id = await importBook(club, { month: "2020-07", ebook: oddPagesBook() });
  const page = await adminPage({ ...phone, reducedMotion: true });
  await page.goto(`/read/${id}`);
  for (const [file, selector] of [
    ["drawing.svg?page", "text"],
    ["c1.xhtml", "#end"],
  ] as const) {
    await untilPages(page, file);
    const measureEnds = () =>
      page
        .frames()
        .find((frame) => frame.url().endsWith(file))
        ?.evaluate((selector) => {
          const { right = Infinity, bottom = Infinity } =
            document.querySelector(selector)?.getBoundingClientRect() ?? {};
          return right <= innerWidth && bottom <= innerHeight;
        }, selector);
    await until(async () => {
      if ((await measureEnds()) === true) return true;
      await page.keyboard.press("ArrowRight");
      return false;
    });
    await screenshot(page, `fixed-odd-${selector.replace("#", "")}`);
    await page.keyboard.press("ArrowRight");
  }
  await page.context().close();
});

/** Lines of text on the shown page, lines cut by its edges, all lines, and the font size on the screen. */
const linesOf = (frame: Frame) =>
  frame.evaluate(() => {
    const range = document.createRange();
    range.selectNodeContents(document.body);
    const lines = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height < innerHeight / 2);
    const isInside = ({ left, right, top, bottom }: DOMRect) =>
      left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
    const isOutside = ({ left, right }: DOMRect) => left >= innerWidth || right <= 0;
    const scale = (window.frameElement?.getBoundingClientRect().width ?? 0) / innerWidth;
    return {
      shown: lines.filter(isInside).length,
      cut: lines.filter((line) => !isInside(line) && !isOutside(line)).length,
      all: lines.length,
      isAtEnd: lines.slice(-1).some(isInside),
      before: lines.findIndex(isInside),
      type: scale * parseFloat(getComputedStyle(document.body).fontSize),
    };
  });

test("turns text among fixed pages page by page, uncut", async () => {
  const id = await importBook(club, { month: "2020-08", ebook: flowingBook() });
  const page = await openBook(id, phone);
  await page.keyboard.press("ArrowRight");
  await untilPages(page, "c2.xhtml");
  const frame = await chapterFrame(page, "c2.xhtml");
  await screenshot(page, "fixed-flowing");
  let pageCount = 0;
  for (let isAtEnd = false; !isAtEnd;) {
    const lines = await linesOf(frame);
    expect(lines).toMatchObject({ cut: 0, type: 16 });
    expect(lines.shown).toBeGreaterThan(0);
    ({ isAtEnd } = lines);
    pageCount += lines.shown;
    if (isAtEnd) expect(pageCount).toBe(lines.all);
    await page.keyboard.press("ArrowRight");
    if (!isAtEnd) await until(async () => (await linesOf(frame)).before !== lines.before);
  }
  await untilPages(page, "c3.xhtml");
  await swipe(page, 60, 340);
  await untilPages(page, "c2.xhtml");
  const secondFrame = await chapterFrame(page, "c2.xhtml");
  await until(async () => (await linesOf(secondFrame)).isAtEnd);
  expect(browser.faults).toEqual([]);
  await page.context().close();
});

test("counts the pages of a comic without a fixed layout", async () => {
  const drawing = (color: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 800"><rect width="600" height="800" fill="${color}"/></svg>`;
  const colors = ["#a33", "#3a3", "#33a", "#aa3"];
  const ebook = bookOf({
    chapters: colors.map((_, index) => ({
      title: `Page ${index + 1}`,
      body: `<p><img src="../drawing${index}.svg" alt="A mouse"/></p>`,
    })),
    more: colors.map((color, index) => ({
      name: `drawing${index}.svg`,
      type: "image/svg+xml",
      data: drawing(color),
    })),
  });
  const id = await importBook(club, { month: "2020-09", ebook });
  const page = await adminPage({ ...phone, reducedMotion: true });
  await page.goto(`/read/${id}`);
  await page.getByText("0% · page 1 of 4", { exact: true }).waitFor();
  await page.keyboard.press("ArrowRight");
  await page.getByText("Page 2 · page 2 of 4", { exact: true }).waitFor({ state: "attached" });
  await page.keyboard.press("ArrowRight");
  await page.getByText("Page 3 · page 3 of 4", { exact: true }).waitFor({ state: "attached" });
  await screenshot(page, "comic-390");
  await until(
    () => readingProgress(page, id),
    ({ fraction }) => fraction === 0.5,
  );
  await page.goto("/");
  await page.goto(`/read/${id}`);
  await page.getByText("Page 3 · page 3 of 4", { exact: true }).waitFor({ state: "attached" });
  expect(browser.faults).toEqual([]);
  await page.context().close();
});
