import { expect, test } from "bun:test";

import type { Frame } from "playwright-core";

import { startBrowserClub } from "#tests/support/browser-club.ts";
import { screenshot } from "#tests/support/browser.ts";
import { until } from "#tests/support/poll-until.ts";
import { chapterFrame, importBook, pressInBars } from "#tests/support/reader-page.ts";
import { bookOf } from "#tests/support/reading-book.ts";

const { browser, club, adminPage } = await startBrowserClub();

let months = 0;
async function openBook(body: string, head = "") {
  months += 1;
  const month = `2020-${String(months).padStart(2, "0")}`;
  const id = await importBook(club, { month, ebook: bookOf({ chapters: [{ title: "One", body }], head }) });
  const page = await adminPage({ width: 390, height: 844, touch: true, reducedMotion: true });
  await page.goto(`/read/${id}`);
  const frame = await chapterFrame(page);
  await page.locator("[data-bar=top]").waitFor();
  const hint = page.getByText(/^Tap the middle/);
  await hint.waitFor();
  await screenshot(page, `stiff-${months}`);
  // the first tap replaces the hint with the page number
  await page.touchscreen.tap(195, 422);
  await hint.waitFor({ state: "detached" });
  return { page, frame };
}

/** The number of text parts that are cut at a page's end, or continue on the next page. */
const cutTexts = (frame: Frame) =>
  frame.evaluate(() => {
    const column = parseFloat(getComputedStyle(document.documentElement).columnWidth);
    const range = document.createRange();
    range.selectNodeContents(document.body);
    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      range.selectNodeContents(node);
      if (node.nodeValue?.trim()) texts.push(...range.getClientRects());
    }
    const cutRects = texts.filter(({ width, right, bottom }) => {
      return width > column + 1 || bottom > innerHeight || right > innerWidth;
    });
    return texts.length === 0 ? -1 : cutRects.length;
  });
const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(" ");

test.each([
  ["a body of a fixed size", `<p>${words(400)}</p>`, "body { width: 576px; height: 300px; overflow: hidden }"],
  ["a box that cuts what it can't show", `<section><p>${words(400)}</p></section>`, "section { overflow: hidden }"],
  [
    "a box at a place of its own",
    `<p>Page 7</p><div class="page">${words(400)}</div>`,
    ".page { position: absolute; top: 10px; left: 10px; width: 556px; height: 985px; overflow: hidden }",
  ],
  [
    "lines of code",
    `<p>${words(30)}</p><pre><code>${"let longer = than(a.phone); ".repeat(20)}${"aNameWithoutABreak.".repeat(5)}</code></pre><p>${words(300)}</p>`,
    "pre { white-space: pre; overflow: auto } code { word-wrap: normal }",
  ],
])(
  "%s loses no text on a phone",
  async (_, body, style) => {
    const { page, frame } = await openBook(body, `<style>${style}</style>`);
    await until(
      () => cutTexts(frame),
      (count) => count === 0,
    );
    await page.getByText(/page 1 of [2-9]$/).waitFor({ state: "attached" });
    await page.context().close();
  },
  300_000,
);

test("leaves room for words in nested lists", async () => {
  const list = "<ol><li>First".repeat(6) + "</li></ol>".repeat(6);
  const { page, frame } = await openBook(list, "<style>ol { margin-left: 57px; padding: 0 }</style>");
  const getWidths = () =>
    frame.evaluate(() => [...document.querySelectorAll("li")].map((one) => one.getClientRects()[0]?.width ?? 0));
  await until(getWidths, (columnWidths) => columnWidths.length === 6 && Math.min(...columnWidths) > 170);
  await page.context().close();
}, 300_000);

test("leaves room for tables in nested lists", async () => {
  const note = `<table><tr><td><p>(note&#160;1)</p></td><td><p>${words(60)}</p></td></tr></table>`;
  const list = `${"<ol><li>First".repeat(2)}${note}${"</li></ol>".repeat(2)}`;
  const { page, frame } = await openBook(list, "<style>ol { margin-left: 60px; padding: 0 }</style>");
  const getWidth = () =>
    frame
      .locator("td p")
      .nth(1)
      .evaluate((note) => note.getClientRects()[0]?.width ?? 0);
  await until(getWidth, (pixels) => pixels > 180);
  await page.context().close();
}, 300_000);

test("keeps a drawing's letters inside at any size", async () => {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" width="200" height="200"><text x="10" y="30">move through the pages</text></svg>`;
  const { page, frame } = await openBook(drawing);
  // the width of letters depends on the machine's fonts
  const getWidthRatio = () =>
    frame.evaluate(() => {
      const [text] = document.querySelectorAll("text");
      const shownWidth = text?.getBBox().width ?? 0;
      text?.style.setProperty("font-size", "16px", "important");
      const textWidth = text?.getBBox().width ?? 1;
      text?.style.removeProperty("font-size");
      return shownWidth / textWidth;
    });
  await until(getWidthRatio, (ratio) => Math.abs(ratio - 1) < 0.02);
  await page.getByText(/page 1 of 1$/).waitFor({ state: "attached" });
  await page.context().close();
}, 300_000);

test("keeps a heading's words whole at the largest type", async () => {
  // long enough for two lines even if no font has its characters
  const chinese = "葡萄酒的歷史與品嚐方法入門指南".repeat(3);
  const body = `<h1>Introduction</h1><p>${words(40)}</p><h2 style="font-size: 3em">Weingläser</h2><h3>${chinese}</h3>`;
  const { page, frame } = await openBook(body);
  const getSizes = () =>
    frame.evaluate(() =>
      [...document.querySelectorAll("h1, h2, h3")].map((one) => parseFloat(getComputedStyle(one).fontSize)),
    );
  const countLines = () =>
    frame.evaluate(() =>
      [...document.querySelectorAll("h1, h2, h3")].map((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return range.getClientRects().length;
      }),
    );
  const sizesBefore = await getSizes();
  await pressInBars(page, "Display settings");
  const press = async (name: string, times: number) => {
    for (let time = 0; time < times; time += 1) await page.getByRole("button", { name }).tap();
  };
  await press("Larger text", 6);
  // a line may break after each character of the last one
  await until(countLines, ([one, two, three = 0]) => one === 1 && two === 1 && three > 1);
  expect((await getSizes()).every((size) => size >= 38)).toBe(true);
  await press("Smaller text", 6);
  await until(getSizes, (currentSizes) => Bun.deepEquals(currentSizes, sizesBefore));
  await page.context().close();
}, 300_000);

test("corrects a line height that is too small", async () => {
  const body = `<h1>A very long heading of several lines</h1><p class="tight">Once upon a time.</p>
    <article class="tight">There was <em>a table</em>.</article><table><tr><td class="tight">A cell</td></tr></table>`;
  const head = "<style>body { line-height: 12px } .tight { line-height: 0.3 !important }</style>";
  const { page, frame } = await openBook(body, head);
  const getLineHeights = () =>
    frame.evaluate(() =>
      [...document.querySelectorAll("h1, p, article, em, td")].map((one) => {
        const { lineHeight, fontSize } = getComputedStyle(one);
        return parseFloat(lineHeight) / parseFloat(fontSize);
      }),
    );
  await until(getLineHeights, (lineHeights) => lineHeights.length === 5 && lineHeights.every((line) => line >= 1.2));
  expect(browser.faults).toEqual([]);
  await page.context().close();
}, 300_000);
