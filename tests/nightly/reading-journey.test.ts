import { expect, test } from "bun:test";

import type { Book } from "#contract/books.ts";
import { startReaderClub } from "#tests/support/browser-club.ts";
import { UNREACHABLE } from "#tests/support/expected-console-errors.ts";
import {
  button,
  currentTime,
  getSaved,
  openPlayer,
  position,
  saveButton,
  saveOffline,
  seek,
  untilPast,
} from "#tests/support/player-page.ts";
import { until } from "#tests/support/poll-until.ts";
import { chapterFrame, firstWord, pressInBars, readingProgress, showBars, turn } from "#tests/support/reader-page.ts";
import { audioChapters, bookOf, plainChapters } from "#tests/support/reading-book.ts";
import { formatFileSize } from "#web/lib/format/file-size.ts";

const CHAPTER_SECONDS = 120;
const CHAPTERS = 5;
/** The player's rewind, plus the error of the match in an evenly read book. */
const NEAR_SECONDS = 35;

const { browser, adminPage, bookId } = await startReaderClub(
  {
    ebook: bookOf({ chapters: plainChapters(Array.from({ length: CHAPTERS }, () => 1500)) }),
    audio: {
      seconds: CHAPTER_SECONDS * CHAPTERS,
      chapters: audioChapters(Array.from({ length: CHAPTERS }, () => CHAPTER_SECONDS)),
    },
  },
  { provoked: UNREACHABLE },
);

const signIn = (width: number, height: number) =>
  adminPage({ width, height, reducedMotion: true, serviceWorker: true });
const progressBody = (fraction: number, fields = {}) => ({ data: { bookId, fraction, locator: null, ...fields } });

test("offers a phone to continue where the laptop stopped", async () => {
  const phone = await signIn(390, 780);
  await phone.request.post("/api/reading-progress", progressBody(0.45));
  await phone.goto("/read");
  await chapterFrame(phone, "c3.xhtml");

  const laptop = await signIn(1280, 800);
  await laptop.goto("/read");
  await chapterFrame(laptop, "c3.xhtml");
  await pressInBars(laptop, "Listen from here");
  const startSeconds = await until(
    () => currentTime(laptop),
    (seconds) => seconds > 0,
  );
  expect(Math.abs(startSeconds - 0.45 * CHAPTERS * CHAPTER_SECONDS)).toBeLessThan(NEAR_SECONDS);
  await openPlayer(laptop);
  await seek(laptop, 3 * CHAPTER_SECONDS - 2);
  await button(laptop, "Play").click();
  await untilPast(laptop, 3 * CHAPTER_SECONDS + 1.5, 30_000);
  // a later save would be a newer position, which is offered again
  const pauseSaved = laptop.waitForResponse((response) => response.request().postDataJSON()?.reason === "pause");
  await button(laptop, "Pause").click();
  await pauseSaved;
  expect((await getSaved(laptop, bookId)).currentTime).toBeGreaterThan(3 * CHAPTER_SECONDS);

  await phone.goto("/read");
  await phone.getByText("You've listened further").waitFor();
  await phone.getByText("About here: Chapter 4").waitFor();
  // the offer isn't followed automatically
  await chapterFrame(phone, "c3.xhtml");
  await button(phone, "Read from there").click();
  await until(
    () => readingProgress(phone, bookId),
    ({ fraction }) => Math.abs(fraction - 0.6) < 0.06 && fraction !== 0.45,
  );
  // undone with a press, and not offered again
  await pressInBars(phone, "Back to where you were");
  await chapterFrame(phone, "c3.xhtml");
  await phone.goto("/read");
  await chapterFrame(phone, "c3.xhtml");
  await showBars(phone);
  expect(await phone.getByText("You've listened further").count()).toBe(0);
  expect(browser.faults).toEqual([]);
  await laptop.close();
  await phone.close();
}, 300_000);

test("saves text and audio by one press for offline use", async () => {
  const phone = await signIn(390, 780);
  await phone.request.post("/api/reading-progress", progressBody(0.41));
  await phone.request.post("/api/audiobook-progress", { data: { bookId, currentTime: 250 } });
  await openPlayer(phone);
  const percentages: number[] = [];
  await phone.exposeFunction("sawBars", (count: number) => void percentages.push(count));
  await phone.evaluate(() => {
    const readProgressText = () =>
      Reflect.get(globalThis, "sawBars")(document.querySelectorAll("main progress, main [role=progressbar]").length);
    new MutationObserver(readProgressText).observe(document.body, { childList: true, subtree: true });
  });
  const book: Book = await (await phone.request.get("/api/books/current")).json();
  const size = formatFileSize((book.audiobookSize ?? 0) + (book.ebookSize ?? 0));
  expect(await saveButton(phone).textContent()).toBe(`Save for offline (${size})`);
  await saveOffline(phone);
  expect(Math.max(...percentages)).toBe(1);
  await phone.context().setOffline(true);

  await phone.goto("/read");
  await chapterFrame(phone, "c3.xhtml");
  await turn(phone, 2);
  const word = await firstWord(phone);
  await pressInBars(phone, "Next chapter");
  await chapterFrame(phone, "c4.xhtml");
  await pressInBars(phone, "Back to where you were");
  await chapterFrame(phone, "c3.xhtml");
  await until(
    () => firstWord(phone),
    (currentWord) => currentWord === word,
  );
  await pressInBars(phone, "Listen from here");
  await until(
    () => currentTime(phone),
    (seconds) => Math.abs(seconds - 0.43 * CHAPTERS * CHAPTER_SECONDS) < NEAR_SECONDS,
  );
  await openPlayer(phone);
  expect(await position(phone)).toBeGreaterThan(200);

  await phone.goto("/read");
  await chapterFrame(phone, "c3.xhtml");
  await until(
    () => firstWord(phone),
    (currentWord) => currentWord === word,
  );
  await phone.context().setOffline(false);
  await until(
    () => readingProgress(phone, bookId),
    ({ fraction }) => fraction > 0.42 && fraction < 0.6,
    30_000,
  );
  expect(browser.faults).toEqual([]);
  await phone.close();
}, 300_000);

test("offers the reader's position in the player, undoable", async () => {
  const phone = await signIn(390, 780);
  await phone.request.post("/api/audiobook-progress", { data: { bookId, currentTime: 100 } });
  await Bun.sleep(1100);
  await phone.request.post("/api/reading-progress", progressBody(0.7));
  await openPlayer(phone);
  await phone.getByText("You've read further").waitFor();
  expect(await position(phone)).toBe(100);
  await button(phone, "Listen from there").click();
  await until(
    () => position(phone),
    (seconds) => Math.abs(seconds - 0.7 * CHAPTERS * CHAPTER_SECONDS) < NEAR_SECONDS,
  );
  await phone.getByRole("button", { name: /^Undo: back to/ }).click();
  expect(await position(phone)).toBe(100);
  await openPlayer(phone);
  expect(await phone.getByText("You've read further").count()).toBe(0);
  await seek(phone, 300);
  await phone.getByRole("link", { name: "Read from here" }).click();
  await chapterFrame(phone, "c3.xhtml");
  expect(await firstWord(phone)).toMatch(/^word2x/);
  await phone.close();
}, 300_000);

test("follows the audio without moving the text position", async () => {
  const phone = await signIn(390, 780);
  await phone.request.post("/api/reading-progress", progressBody(0.45));
  await phone.goto("/read");
  await chapterFrame(phone, "c3.xhtml");
  // the frame is there before the page has moved to its position
  await phone.locator("[data-bar=top]").waitFor();
  const wordBefore = await firstWord(phone);
  await pressInBars(phone, "Listen from here");
  await untilPast(phone, 0.45 * CHAPTERS * CHAPTER_SECONDS - NEAR_SECONDS + 1);
  const audio = await phone.evaluate(() => {
    const audio = document.querySelector("audio");
    if (audio) audio.playbackRate = 4;
    return audio !== null;
  });
  expect(audio).toBe(true);
  const word = await until(
    () => firstWord(phone).catch(() => ""),
    (currentWord) => /^word\d/.test(currentWord) && currentWord !== wordBefore,
    60_000,
  );
  const seconds = await currentTime(phone);
  const [, chapter = "0", number = "0"] = /^word(\d+)x(\d+)$/.exec(word) ?? [];
  expect(Math.abs((Number(chapter) + Number(number) / 1500) * CHAPTER_SECONDS - seconds)).toBeLessThan(NEAR_SECONDS);
  expect((await readingProgress(phone, bookId)).fraction).toBe(0.45);
  await phone.close();
}, 300_000);
