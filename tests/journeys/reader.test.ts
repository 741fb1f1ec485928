import { expect, test } from "bun:test";

import { corpusBook, createCorpus, MARK_PATTERN } from "#tests/addresses/corpus.ts";
import { atNight } from "#tests/support/at-night.ts";
import { startReaderClub } from "#tests/support/browser-club.ts";
import { expectAccessible } from "#tests/support/browser.ts";
import { UNREACHABLE } from "#tests/support/expected-console-errors.ts";
import { until } from "#tests/support/poll-until.ts";
import {
  chapterFrame,
  firstWord,
  importBook,
  pressInBars,
  readingProgress,
  showBars,
  turn,
  turnAndStore,
} from "#tests/support/reader-page.ts";
import { audioChapters, bookOf, plainChapters } from "#tests/support/reading-book.ts";

const CHAPTER_SECONDS = 300;
const CHAPTERS = 5;
const AUDIO_SECONDS = CHAPTER_SECONDS * CHAPTERS;
/** The player repeats half a minute, and the match is off by seconds. */
const NEAR_SECONDS = 60;
/** Tries every eighth place of URLs; the nightly test tries all of them, in three engines. */
const CORPUS_DIVISOR = 8;

const { browser, club, adminPage, bookId } = await startReaderClub(
  {
    ebook: bookOf({ chapters: plainChapters(Array.from({ length: CHAPTERS }, () => 1500)) }),
    audio: { seconds: AUDIO_SECONDS, chapters: audioChapters(Array.from({ length: CHAPTERS }, () => CHAPTER_SECONDS)) },
  },
  // URLs that a chapter may not load are empty, or of files that aren't in the book
  { provoked: new RegExp(`${UNREACHABLE.source}|about:invalid|Refused to apply style from '\\S*mark-`) },
);

const signIn = (width: number, height: number) => adminPage({ width, height, reducedMotion: true });

test("reads offline on a phone, and continues on a laptop", async () => {
  const phone = await signIn(390, 780);
  const laptop = await signIn(1280, 800);
  await phone.goto("/ebook");
  await phone.getByRole("link", { name: "Read now" }).click();
  await chapterFrame(phone, "c1.xhtml");
  await showBars(phone);
  await expectAccessible(phone);
  await pressInBars(phone, "Contents");
  await phone.getByRole("button", { name: "Chapter 3", exact: true }).click();
  await chapterFrame(phone, "c3.xhtml");
  await until(
    () => readingProgress(phone, bookId),
    ({ fraction }) => Math.abs(fraction - 0.4) < 0.01,
  );

  await phone.context().setOffline(true);
  await turnAndStore(phone, 3);
  const lastWord = await firstWord(phone);
  expect(lastWord).toMatch(/^word2x\d+$/);
  expect((await readingProgress(laptop, bookId)).fraction).toBeCloseTo(0.4, 2);
  await phone.goto("about:blank").catch(() => undefined);
  await phone.context().setOffline(false);
  await phone.goto("/read");
  await chapterFrame(phone, "c3.xhtml");
  await until(
    () => firstWord(phone),
    (word) => word === lastWord,
  );
  await until(
    () => readingProgress(phone, bookId),
    ({ fraction }) => fraction > 0.41,
  );

  await laptop.goto("/read");
  await chapterFrame(laptop, "c3.xhtml");
  const { fraction } = await readingProgress(laptop, bookId);
  await pressInBars(laptop, "Listen from here");
  const playedSeconds = await until(
    async () => (await (await laptop.request.get(`/api/audiobook-progress?bookId=${bookId}`)).json()).currentTime,
    (seconds) => seconds > 0,
  );
  expect(Math.abs(playedSeconds - fraction * AUDIO_SECONDS)).toBeLessThan(NEAR_SECONDS);
  await laptop.close();

  // the phone's stale tab overwrites nothing
  const otherDevice = await signIn(800, 600);
  const seconds = 3.5 * CHAPTER_SECONDS;
  await otherDevice.request.post("/api/audiobook-progress", { data: { bookId, currentTime: seconds } });
  await otherDevice.request.post("/api/reading-progress", { data: { bookId, fraction: 0.9, locator: null } });
  await turn(phone, 1);
  await phone.getByText("You've read on another device").waitFor();
  expect((await readingProgress(phone, bookId)).fraction).toBe(0.9);
  await phone.getByRole("button", { name: "Stay here" }).first().click();
  await until(
    () => readingProgress(phone, bookId),
    (place) => place.fraction < 0.9,
  );
  await otherDevice.request.post("/api/audiobook-progress", { data: { bookId, currentTime: seconds + 5 } });
  await otherDevice.close();
  await phone.goto("/read");
  await phone.getByRole("button", { name: "Read from there" }).click();
  await chapterFrame(phone, "c4.xhtml");
  await pressInBars(phone, "Back to where you were");
  await chapterFrame(phone, "c3.xhtml");
  expect(browser.faults).toEqual([]);
  await phone.close();
});

atNight("highlights, notes, search, settings and images work", async () => {
  const page = await signIn(390, 780);
  await page.goto("/read");
  await chapterFrame(page);
  await pressInBars(page, "Search in the book");
  await page.getByLabel("Search this book").fill("WORD1x700 ");
  await page.getByRole("button", { name: /word1x700/ }).click();
  const frame = await chapterFrame(page, "c2.xhtml");
  await until(async () => /^word1x(?:6[5-9]\d|700)$/.test(await firstWord(page)));

  await frame.evaluate(() => {
    const text = [...document.querySelectorAll("p")].find((p) => p.textContent.includes("word1x700 "))?.firstChild;
    if (!text) throw new Error("No such text");
    const offset = (text.nodeValue ?? "").indexOf("word1x700");
    document.getSelection()?.setBaseAndExtent(text, offset, text, offset + 19);
    document.dispatchEvent(new Event("pointerup"));
  });
  await page.getByRole("button", { name: "Note", exact: true }).click();
  await page.getByLabel("Your note").fill("The turn");
  await page.route("**/api/bookmarks", (route) => route.fulfill({ status: 503, json: { message: "Busy" } }));
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Busy").waitFor();
  await page.unroute("**/api/bookmarks");
  await page.getByRole("button", { name: "Save" }).click();
  await until(async () => {
    const bookmarks = await (await page.request.get(`/api/bookmarks?bookId=${bookId}`)).json();
    return bookmarks.length === 1 && bookmarks[0].quote === "word1x700 word1x701" && bookmarks[0].note === "The turn";
  });

  await pressInBars(page, "Display settings");
  await page.getByRole("button", { name: "Larger text" }).click();
  await page.getByLabel("Font").selectOption("dyslexia");
  await page.getByText("Sepia", { exact: true }).click();
  await page.getByText("Scrolling", { exact: true }).click();
  await page.keyboard.press("Escape");
  const styledChapter = await chapterFrame(page, "c2.xhtml");
  await until(() =>
    styledChapter.evaluate(() => {
      const style = getComputedStyle(document.querySelector("p") ?? document.body);
      return (
        style.fontFamily.includes("OpenDyslexic") && getComputedStyle(document.documentElement).fontSize === "20px"
      );
    }),
  );
  expect(await page.locator("[data-reading=sepia]").count()).toBe(1);

  await pressInBars(page, "Bookmarks and highlights");
  await page.getByText("The turn").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Remove the highlight/ }).click();
  await page.getByText("Nothing marked yet").waitFor();

  const closePanel = async (path: string) => {
    await chapterFrame(page);
    await pressInBars(page, "Close the book", "link");
    await page.waitForURL((url) => url.pathname === path);
  };
  await page.goto("/");
  await page.getByRole("link", { name: /^(Continue reading|Read now)/ }).click();
  await closePanel("/");
  await page.goto(`/shelf/${bookId}`);
  await page.getByRole("link", { name: "Read", exact: true }).click();
  await closePanel(`/shelf/${bookId}`);
  // the book opened here
  await page.goto(`/read/${bookId}`);
  await closePanel(`/shelf/${bookId}`);
  expect(browser.faults).toEqual([]);
  await page.close();
});

atNight("never requests an address outside the book", async () => {
  const corpus = createCorpus("outside.example", CORPUS_DIVISOR);
  const id = await importBook(club, { ebook: corpusBook(corpus), month: "2020-01" });
  const page = await signIn(390, 780);
  const requests: string[] = [];
  // includes requests that the page's policy blocks
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(`/read/${id}`);
  for (const { title, file } of corpus.pages) {
    await chapterFrame(page);
    await pressInBars(page, "Contents");
    await page.getByRole("button", { name: title, exact: true }).click();
    await chapterFrame(page, file);
    const lastImage = `end-${file.replace("text/", "")}.png`;
    await until(() => requests.some((url) => url.endsWith(lastImage)));
  }
  const markedRequests = requests.filter((url) => MARK_PATTERN.test(url));
  expect(markedRequests.length).toBeGreaterThan(100);
  expect(markedRequests.filter((url) => !url.startsWith(`${club.url}/api/books/${id}/text/`))).toEqual([]);
  await page.close();
});
