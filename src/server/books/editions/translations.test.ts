import { beforeEach, describe, expect, test } from "bun:test";

import { perTest } from "#tests/support/each-club.ts";
import { chapter, createEditionsClub, NUMBERS, shareOf } from "#tests/support/editions-club.ts";
import { audioChapters } from "#tests/support/reading-book.ts";

const club = perTest(() => createEditionsClub());
const SECONDS = [600, 420, 810, 530, 960, 380, 700, 450, 880, 640];
const TOTAL = SECONDS.reduce((sum, seconds) => sum + seconds, 0);
const translate = (title: string, language: string, wordsPerSecond: number) =>
  NUMBERS.map((number, at) => {
    const words = Math.round((SECONDS[at] ?? 0) * wordsPerSecond);
    return chapter(`${title} ${at + 1}`, `${language}${number.toLowerCase()}`, words);
  });
const ENGLISH = [chapter("Emma", "title", 3), ...translate("Chapter", "en", 2.5)];
const PREFACE = chapter("Vorwort", "vor", 4000);
/** The preface isn't in the audio, and the title page is equal. */
const GERMAN = [chapter("Emma", "titel", 3), PREFACE, ...translate("Kapitel", "de", 2.7)];
const NOTE_WORDS = ["two100", "four302", "four1000", "five300", "five1800", "six500", "eight100", "nine100"];

describe.each(["Chapter", "Kapitel"])("a translation of a book whose audio has titles like %s 1", (title) => {
  beforeEach(async () => {
    await club.giveSound(
      audioChapters(SECONDS, (at) => `${title} ${at + 1}`),
      TOTAL,
    );
    await club.give(ENGLISH);
    for (const word of NOTE_WORDS) await club.noteAt(ENGLISH, `en${word}`);
    // in chapter four
    await club.listenUpTo(1900);
  });

  const listenFrom = async (fromSeconds: number, untilSeconds: number) => {
    for (let at = fromSeconds; at <= untilSeconds; at += 20) {
      club.pass(20);
      await club.listen(at, { reason: "tick" });
    }
  };

  test("moves positions and notes by the audio", async () => {
    await club.readTo(ENGLISH, "enfour50");
    const openTexts = await club.texts();
    expect(openTexts).toEqual(["On entwo100"]);
    await club.give(GERMAN);
    expect(await club.texts()).toEqual(openTexts);
    expect((await club.progress()).reading?.fraction).toBeCloseTo(shareOf(GERMAN, "defour54"), 2);
    const { notes } = await club.talk(club.chief);
    for (const { text, fraction, chapter: chapterLine } of notes) {
      expect(Math.abs(fraction - shareOf(GERMAN, text.replace("On en", "de")))).toBeLessThan(0.02);
      const number = NUMBERS.findIndex((name) => text.startsWith(`On en${name.toLowerCase()}`)) + 1;
      expect([text, chapterLine?.title]).toEqual([text, `Kapitel ${number}`]);
    }
  });

  test("reveals no notes ahead of what is played next", async () => {
    await club.give(GERMAN);
    await listenFrom(1920, 2080);
    expect(await club.texts()).toEqual(["On entwo100", "On enfour302"]);
  });

  test("reveals none after the text was removed in between", async () => {
    await club.chief.call("PATCH", `/api/books/${club.bookId}`, { ebookFilename: null });
    await club.give(GERMAN);
    expect(await club.texts()).toEqual(["On entwo100"]);
    await listenFrom(1920, 2080);
    expect(await club.texts()).toEqual(["On entwo100", "On enfour302"]);
  });

  test("restores everything when the previous text returns", async () => {
    await club.readTo(ENGLISH, "enfour50");
    const progressBefore = { ...(await club.progress()), notes: (await club.talk(club.chief)).notes };
    await club.give(GERMAN);
    await club.give(ENGLISH);
    const { notes } = await club.talk(club.chief);
    expect((await club.progress()).reached).toBeCloseTo(progressBefore.reached, 6);
    expect((await club.progress()).reading?.fraction).toBeCloseTo(progressBefore.reading?.fraction ?? -1, 6);
    for (const [at, { fraction, chapter: chapterLine }] of notes.entries()) {
      expect(fraction).toBeCloseTo(progressBefore.notes[at]?.fraction ?? -1, 6);
      expect(chapterLine).toEqual(progressBefore.notes[at]?.chapter ?? null);
    }
  });

  test("maps what a phone read offline, without counting it", async () => {
    const { edition } = await club.contents();
    await club.give(GERMAN);
    const { reached } = await club.progress();
    const response = await club.read(shareOf(ENGLISH, "enfive300"), { edition });
    expect((await response.json()).fraction).toBeCloseTo(shareOf(GERMAN, "defive324"), 2);
    expect((await club.progress()).reached).toBe(reached);
  });
});
