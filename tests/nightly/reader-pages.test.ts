import { expect, test } from "bun:test";

import type { Page } from "playwright-core";

import { addCalendarMonths } from "#contract/zoned-time.ts";
import { startReaderClub } from "#tests/support/browser-club.ts";
import { clubMonth } from "#tests/support/club-month.ts";
import { swipe } from "#tests/support/finger.ts";
import { until } from "#tests/support/poll-until.ts";
import {
  chapterFrame,
  firstWord,
  importBook,
  pressInBars,
  readingProgress,
  showBars,
  turn,
} from "#tests/support/reader-page.ts";
import { bookOf, plainChapters } from "#tests/support/reading-book.ts";

const [firstBody, secondBody, thirdBody] = plainChapters([1500, 1500, 1500]).map(({ body }) => body);
const chapters = [
  { title: "Chapter 1", body: firstBody ?? "" },
  {
    title: "Chapter 2",
    body: `<p>Wine<a epub:type="noteref" href="c3.xhtml#n1"><sup>1</sup></a> and <a id="on" href="c3.xhtml">more</a>.</p>${secondBody}`,
  },
  {
    title: "Chapter 3",
    body: `${thirdBody}<aside epub:type="footnote" id="n1"><p>A red one. <a epub:type="backlink" href="c2.xhtml">↩</a></p></aside>`,
  },
];
/** Advancing the clock also times out pending calls. */
const expectedErrors = /Failed to save the position TimeoutError/;
const { club, adminPage, bookId } = await startReaderClub(
  { ebook: bookOf({ chapters }) },
  { provoked: expectedErrors },
);

type View = { width?: number; height?: number; reducedMotion?: boolean };
const READING = { flow: "pages", font: "serif", size: 18, lineHeight: 1.5, margins: "medium", theme: "auto" };

/** Opens the book at a position. */
async function open(fraction: number, view: View = {}, id = bookId): Promise<Page> {
  const page = await adminPage({ width: 390, height: 780, reducedMotion: true, ...view });
  await page.request.post("/api/reading-progress", { data: { bookId: id, fraction, locator: null } });
  await page.goto(`/read/${id}`);
  await chapterFrame(page);
  await page.locator("[data-bar=top]").waitFor();
  return page;
}

test("turns by taps, swipes and keys, and shows the bars by a tap", async () => {
  const page = await open(0.1);
  const words = [await firstWord(page)];
  const expectTurn = async (action: () => Promise<unknown>) => {
    const announcement = await page.locator("[aria-live]").textContent();
    await action();
    await until(
      () => page.locator("[aria-live]").textContent(),
      (text) => text !== announcement,
    );
    words.push(await firstWord(page));
  };
  for (const action of [
    () => page.mouse.click(370, 400),
    () => swipe(page, 350, 60),
    () => page.keyboard.press("ArrowRight"),
    () => page.keyboard.press("Space"),
    () => page.keyboard.press("Shift+Space"),
    () => page.keyboard.press("PageUp"),
    () => swipe(page, 60, 350),
    () => page.mouse.click(20, 400),
  ])
    await expectTurn(action);
  expect(words.slice(0, 4).toReversed()).toEqual(words.slice(5));
  expect(new Set(words).size).toBe(5);
  await showBars(page);
  await page.close();
}, 300_000);

test("covers nothing two seconds after the page or a turn", async () => {
  const page = await open(0.1);
  const bar = page.locator("[data-bar=top]");
  const getOpacity = () => bar.evaluate((element) => getComputedStyle(element).opacity);
  expect(await getOpacity()).toBe("1");
  await until(getOpacity, (currentOpacity) => currentOpacity === "0", 4000);
  await pressInBars(page, "Bookmark this page");
  await page.mouse.click(380, 400);
  await until(getOpacity, (currentOpacity) => currentOpacity === "0", 4000);
  await page.close();
}, 300_000);

test.each([true, false])(
  "pages slide unless less motion is asked for: %p",
  async (reducedMotion) => {
    const page = await open(0.1, { reducedMotion });
    expect(await page.locator("foliate-paginator").getAttribute("animated")).toBe(reducedMotion ? null : "");
    await page.close();
  },
  300_000,
);

test("opens a note in place, and returns from a link", async () => {
  const page = await open(0.334);
  const frame = await chapterFrame(page, "c2.xhtml");
  await frame.locator("sup").click();
  await page.getByRole("dialog").getByText("A red one.", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await chapterFrame(page, "c2.xhtml");
  await frame.locator("#on").click();
  await chapterFrame(page, "c3.xhtml");
  await pressInBars(page, "Back to where you were");
  await chapterFrame(page, "c2.xhtml");
  await page.close();
}, 300_000);

test("progress is shown by chapter and book, with the time left", async () => {
  const page = await open(0.5);
  await showBars(page);
  await page.getByText(/^Chapter 2: \d+ min left$/).waitFor();
  await page.getByText(/^\d+% · \d+ min left in the book$/).waitFor();
  await page.close();
}, 300_000);

test("keeps the position through fonts, sizes, widths and files", async () => {
  const page = await open(0.1);
  await turn(page, 3);
  const word = await firstWord(page);
  const { fraction } = await until(
    () => readingProgress(page, bookId),
    ({ locator }) => locator?.includes(word) === true,
  );
  const isShown = (name: RegExp) =>
    until(async () => {
      const frame = await chapterFrame(page, "c1.xhtml").catch(() => null);
      return frame?.evaluate(
        ([word]) => {
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const offset = node.nodeValue?.search(new RegExp(`${word}\\b`)) ?? -1;
            if (offset < 0) continue;
            const range = document.createRange();
            range.setStart(node, offset);
            range.setEnd(node, offset + 1);
            const { left } = range.getBoundingClientRect();
            const shownLeft = left + (window.frameElement?.getBoundingClientRect().left ?? 0);
            return shownLeft >= 0 && shownLeft < window.parent.innerWidth;
          }
          return false;
        },
        [name.source],
      );
    });
  for (const [settings, width] of [
    [{}, 1280],
    [{ size: 28, font: "dyslexia" }, 390],
    [{ size: 14, font: "book", margins: "wide" }, 768],
    [{}, 390],
  ] as const) {
    await page.setViewportSize({ width, height: 780 });
    const settingsJson = JSON.stringify({ ...READING, ...settings });
    await page.evaluate((settingsValue) => localStorage.setItem("reader.settings", settingsValue), settingsJson);
    await page.goto("/read");
    await isShown(new RegExp(word));
    expect((await readingProgress(page, bookId)).fraction).toBe(fraction);
  }

  const longerChapters = chapters.with(0, {
    title: "Chapter 1",
    body: `<p>${"A preface of some words. ".repeat(80)}</p>${firstBody}`,
  });
  const file = { name: "table.epub", mimeType: "application/epub+zip", buffer: bookOf({ chapters: longerChapters }) };
  const response = await page.request.post("/api/upload/ebook", { multipart: { bookId: String(bookId), ebook: file } });
  expect(response.status()).toBe(201);
  await page.goto("/read");
  await isShown(new RegExp(word));
  await page.close();
}, 300_000);

test("nothing shifts while the book opens", async () => {
  const page = await open(0.4);
  const shift = await page.evaluate(async () => {
    let totalShift = 0;
    const observer = new PerformanceObserver((list) =>
      list.getEntries().forEach((entry) => (totalShift += Reflect.get(entry, "value"))),
    );
    observer.observe({ type: "layout-shift", buffered: true });
    await new Promise((resolve) => setTimeout(resolve, 500));
    return totalShift;
  });
  expect(shift).toBeLessThan(0.01);
  await page.close();
}, 300_000);

test("saves the page that stays, not those leafed past", async () => {
  const page = await open(0.1);
  const saves: number[] = [];
  page.on("request", (call) => {
    if (call.method() === "POST" && call.url().endsWith("/api/reading-progress"))
      saves.push(call.postDataJSON().fraction);
  });
  await page.clock.install();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  const leafPage = () => page.keyboard.press("ArrowRight").then(() => page.clock.runFor(100));
  for (let pages = 0; pages < 5; pages += 1) await leafPage();
  expect(saves).toEqual([]);
  await page.clock.runFor(300);
  await until(() => saves.length === 1);
  expect(saves[0]).toBeGreaterThan(0.15);
  await leafPage();
  await page.goto("about:blank");
  await until(
    () => readingProgress(page, bookId),
    ({ fraction }) => fraction > (saves[0] ?? 1),
  );
  await page.close();
}, 300_000);

test("keeps the screen on while pages turn", async () => {
  const page = await open(0.1);
  await page.addInitScript(() => {
    const wakeLocks: string[] = [];
    const release = async () => void wakeLocks.push("off");
    const request = async () => (wakeLocks.push("on"), { release });
    Object.assign(globalThis, { seen: wakeLocks });
    Object.defineProperty(navigator, "wakeLock", { value: { request } });
  });
  const getSeen = () => page.evaluate(() => Reflect.get(globalThis, "seen").join(" "));
  await page.clock.install();
  await page.reload();
  await page.locator("[data-bar=top]").waitFor();
  await until(getSeen, (log) => log === "on");
  await turn(page, 2);
  await page.clock.fastForward("04:00");
  await turn(page, 1);
  await page.clock.fastForward("04:00");
  expect(await getSeen()).toBe("on");
  await page.clock.fastForward("05:10");
  await until(getSeen, (log) => log === "on off");
  await turn(page, 1);
  await until(getSeen, (log) => log === "on off on");
  await page.close();
}, 300_000);

test("turns pages of a right-to-left book to the left", async () => {
  const id = await importBook(club, {
    month: "2020-01",
    ebook: bookOf({
      chapters: [
        {
          title: "واحد",
          body: `<div dir="rtl" lang="ar">${"<p>كان الخلد يعمل بجد طوال الصباح.</p>".repeat(150)}</div>`,
        },
      ],
      spine: ' page-progression-direction="rtl"',
    }),
  });
  const page = await open(0, {}, id);
  const getFraction = async () => (await readingProgress(page, id)).fraction;
  await page.keyboard.press("ArrowLeft");
  const fractionAfter = await until(getFraction, (fraction) => fraction > 0);
  await page.mouse.click(20, 400);
  const nextFraction = await until(getFraction, (fraction) => fraction > fractionAfter);
  await page.keyboard.press("ArrowRight");
  await until(getFraction, (fraction) => fraction < nextFraction);
  await page.close();
}, 300_000);

test("turns past a damaged chapter, which shows a message", async () => {
  const nestedMarkup = `${"<div>".repeat(30_000)}x${"</div>".repeat(30_000)}`;
  const damagedChapters = [
    chapters[0] ?? { title: "", body: "" },
    { title: "Deep", body: nestedMarkup },
    { title: "Last", body: secondBody ?? "" },
  ];
  const month = addCalendarMonths(clubMonth(), -1);
  const page = await open(0.49, {}, await importBook(club, { ebook: bookOf({ chapters: damagedChapters }), month }));
  await chapterFrame(page, "c1.xhtml");
  const turnTo = async (key: string, file: string) => {
    await until(async () => {
      await page.keyboard.press(key);
      return page.frames().some((frame) => frame.url().includes(file));
    });
    return chapterFrame(page, file);
  };
  const notice = await turnTo("ArrowRight", "c2.xhtml?page");
  expect(await notice.locator("p").textContent()).toContain("This part of the book can't be shown here.");
  await turnTo("ArrowRight", "c3.xhtml");
  await turnTo("ArrowLeft", "c2.xhtml?page");
  await turnTo("ArrowLeft", "c1.xhtml");
  expect(await page.getByRole("alert").count()).toBe(0);
  await page.context().close();
});
