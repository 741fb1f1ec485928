import { expect, test } from "bun:test";

import type { Page } from "playwright-core";

import type { BookTimeline } from "#contract/book-progress.ts";
import { fractionAt } from "#contract/timeline.ts";
import { startReaderClub } from "#tests/support/browser-club.ts";
import { currentTime, untilPast } from "#tests/support/player-page.ts";
import { until } from "#tests/support/poll-until.ts";
import { firstWord, pressInBars, readingProgress, turn } from "#tests/support/reader-page.ts";
import { audioChapters, bookOf, plainChapters } from "#tests/support/reading-book.ts";

/** Two hours: words per chapter. Each chapter has its own pace, which slows down from its start to its end. */
const CHAPTER_WORDS = [2600, 1500, 3700, 2100, 3100, 1800, 2700];
const WORDS_PER_SECOND = 2.4;
const PACE_FACTORS = [1.02, 0.96, 1.03, 0.97, 1.01, 1.05, 0.95];
const SLOWDOWN_FRACTION = 0.05;
const SECONDS = CHAPTER_WORDS.map((words, index) => words / WORDS_PER_SECOND / (PACE_FACTORS[index] ?? 1));
const AUDIO_SECONDS = Math.round(SECONDS.reduce((sum, seconds) => sum + seconds, 0));
const SEEK_SECONDS = [700, 3600, 6500];
const START_FRACTION = 0.3;

const track = (index: number) => `Track ${String(index + 1).padStart(2, "0")}`;
const { adminPage, bookId } = await startReaderClub({
  ebook: bookOf({ chapters: plainChapters(CHAPTER_WORDS) }),
  audio: { seconds: AUDIO_SECONDS, chapters: audioChapters(SECONDS, track) },
});

/** The word that is spoken at this second. */
function wordIndexAt(seconds: number): number {
  let [wordsBefore, start] = [0, 0];
  for (const [chapter, words] of CHAPTER_WORDS.entries()) {
    const chapterSeconds = SECONDS[chapter] ?? 0;
    const share = (seconds - start) / chapterSeconds;
    if (share < 1) return wordsBefore + words * (share + SLOWDOWN_FRACTION * share * (1 - share));
    [wordsBefore, start] = [wordsBefore + words, start + chapterSeconds];
  }
  return wordsBefore;
}

/** The first word of the page. */
async function firstWordIndex(page: Page): Promise<number> {
  const word = await until(
    // the frame is removed with the previous chapter
    () => firstWord(page).catch(() => ""),
    (text) => /^word\d+x\d+$/.test(text),
  );
  const [, chapter = "", wordNumber = ""] = /^word(\d+)x(\d+)$/.exec(word) ?? [];
  return CHAPTER_WORDS.slice(0, Number(chapter)).reduce((sum, words) => sum + words, 0) + Number(wordNumber);
}

test("opens at the spoken sentence, or a page later", async () => {
  const phone = await adminPage({ width: 390, height: 780, reducedMotion: true });
  for (const seconds of SEEK_SECONDS) {
    await phone.request.post("/api/audiobook-progress", { data: { bookId, currentTime: seconds } });
    await phone.goto("/read");
    await phone.getByRole("button", { name: "Read from there" }).click();
    await until(async () => Math.abs((await firstWordIndex(phone)) - wordIndexAt(seconds)) < 600);
    const firstWord = await firstWordIndex(phone);
    await turn(phone, 2);
    const wordAfter = await firstWordIndex(phone);
    expect(wordIndexAt(seconds)).toBeWithin(firstWord, wordAfter);

    // three pages on, and back to the audio
    await turn(phone, 3);
    const readWord = await firstWordIndex(phone);
    await until(async () => {
      const { offer } = await (await phone.request.get(`/api/books/${bookId}/place`)).json();
      return offer?.from === "reading";
    });
    await phone.goto("/audiobook");
    await phone.getByRole("button", { name: "Listen from there" }).click();
    const spokenSecond = await until(
      async () => (await (await phone.request.get(`/api/audiobook-progress?bookId=${bookId}`)).json()).currentTime,
      (playedSeconds) => Math.abs(playedSeconds - seconds) > 60,
    );
    // half a minute is repeated; the rest is the error of the match
    expect(readWord - wordIndexAt(spokenSecond)).toBeWithin(0, 75 * WORDS_PER_SECOND);
    await phone.getByRole("button", { name: "I'm here" }).waitFor();
  }
  await phone.close();
}, 300_000);

/** Turns a page. @returns its position on the server, once it's saved */
async function nextPage(page: Page, wordBefore: number): Promise<number> {
  await turn(page, 1);
  const place = await until(
    () => readingProgress(page, bookId),
    ({ fraction }) => fraction > wordBefore,
  );
  return place.fraction;
}

test("pairs the shown page with the audio on 'I'm here'", async () => {
  const phone = await adminPage({ width: 390, height: 780, reducedMotion: true });
  await phone.request.post("/api/reading-progress", { data: { bookId, fraction: START_FRACTION, locator: null } });
  await phone.goto("/read");
  await firstWordIndex(phone);
  await pressInBars(phone, "Listen from here");
  const fromSeconds = await until(
    () => currentTime(phone),
    (seconds) => seconds > 0,
  );
  await untilPast(phone, fromSeconds + 20, 40_000);
  const savedWord = await nextPage(phone, await nextPage(phone, START_FRACTION));
  await pressInBars(phone, "I'm here");
  const playedSeconds = await currentTime(phone);
  await phone.getByText("Thanks! Text and audio are synced here.").waitFor();
  const { timeline }: BookTimeline = await (await phone.request.get(`/api/books/${bookId}/timeline`)).json();
  const wordAfter = await nextPage(phone, savedWord);
  expect(fractionAt(timeline, playedSeconds)).toBeWithin(savedWord, wordAfter);
  await phone.close();
}, 300_000);
