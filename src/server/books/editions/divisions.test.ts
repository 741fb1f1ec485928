import { describe, expect, test } from "bun:test";

import { perTest } from "#tests/support/each-club.ts";
import { type Chapter, chapter, createEditionsClub, shareOf } from "#tests/support/editions-club.ts";
import { audioChapters } from "#tests/support/reading-book.ts";

const club = perTest(() => createEditionsClub());
const LETTERS = [..."abcdefghijklmnop"];
const WORDS = LETTERS.map((_, at) => 200 + ((at * 37) % 5) * 90);
const TOLERANCE = 0.02;

type CreateTitle = (at: number) => string;

/** The book in a language; each `size` chapters are one, with a title by its index. */
function divide(language: string, createTitle: CreateTitle, size = 1): Chapter[] {
  const chapters = LETTERS.map((letter, at) => chapter(createTitle(at / size), `${language}${letter}`, WORDS[at] ?? 0));
  return LETTERS.flatMap((_, at): Chapter[] => {
    if (at % size !== 0) return [];
    const bodies = chapters.slice(at, at + size).map(({ body }) => body);
    const [first = "", ...others] = bodies;
    return [
      {
        title: createTitle(at / size),
        body: [first, ...others.map((body) => body.replace(/<h1>.*<\/h1>/, ""))].join("\n"),
      },
    ];
  });
}

const NUMERALS = ["I", "II", "III", "IV"];
const NUMBER_WORDS = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"];
const GERMAN_NUMBERS = ["Eins", "Zwei", "Drei", "Vier", "Fünf", "Sechs", "Sieben", "Acht"];
const NARRATORS = ["Anna", "Ben", "Cleo"];
const TRANSLATIONS: [string, Chapter[], Chapter[]][] = [
  ["numbers", divide("en", (at) => `${at + 1}`), divide("de", (at) => `${at + 1}`, 2)],
  ["'Chapter 5'", divide("en", (at) => `Chapter ${at + 1}`), divide("de", (at) => `Chapter ${at + 1}`, 4)],
  [
    "'Part Two'",
    divide("en", (at) => `Part ${NUMBER_WORDS[at]}`, 2),
    divide("de", (at) => `Part ${NUMBER_WORDS[at]}`, 4),
  ],
  ["'Zwei'", divide("en", (at) => `${GERMAN_NUMBERS[at]}`, 2), divide("de", (at) => `${GERMAN_NUMBERS[at]}`, 4)],
  ["numbers in each part", divide("en", (at) => `${(at % 8) + 1}`), divide("de", (at) => `${at + 1}`)],
  ["numerals", divide("en", (at) => `${NUMERALS[at]}`, 4), divide("de", (at) => `${NUMERALS[at]}`, 8)],
  [
    "the same numbers in each of two parts",
    divide("en", (at) => `${at + 1}`, 2),
    divide("de", (at) => `${at < 9 ? at + 1 : at - 8}`),
  ],
  [
    "repeated names",
    divide("en", (at) => NARRATORS[at % 3] ?? "", 4),
    divide("de", (at) => NARRATORS[at % 3] ?? "", 2),
  ],
  [
    "numbers but for a prologue",
    divide("en", (at) => `${at + 1}`),
    divide("de", (at) => (at === 0 ? "Prologue" : `${at}`)),
  ],
];
const BOTH_WAYS = TRANSLATIONS.flatMap(([titles, one, other]) => [
  [`${titles}, in fewer chapters`, one, other, "en", "de"] as const,
  [`${titles}, in more chapters`, other, one, "de", "en"] as const,
]);

describe.each(BOTH_WAYS)("a translation whose chapters have %s", (_, oldChapters, newChapters, from, to) => {
  test("doesn't raise a position, even after the old edition returns", async () => {
    for (const letter of ["c", "g", "l"]) {
      const reader = club.member(`reader${letter}`);
      await club.give(oldChapters);
      await club.readTo(oldChapters, `${from}${letter}100`, reader);
      await club.give(newChapters);
      const sameText = shareOf(newChapters, `${to}${letter}100`);
      expect((await club.progress(reader)).reached).toBeLessThan(sameText + TOLERANCE);
      club.pass(60);
      await club.readTo(newChapters, `${to}${letter}100`, reader);
      await club.give(oldChapters);
      const oldText = shareOf(oldChapters, `${from}${letter}100`);
      expect((await club.progress(reader)).reached).toBeLessThan(oldText + TOLERANCE);
    }
  });
});

describe("a recording with other chapters", () => {
  const SECONDS = [600, 720, 540, 810, 660, 930, 480, 750];
  const joinPairs = (seconds: readonly number[]) =>
    seconds.flatMap((one, at) => (at % 2 === 0 ? [one + (seconds[at + 1] ?? 0)] : []));
  const slowly = SECONDS.map((one, at) => Math.round(one * (1.2 + 0.05 * (at % 3))));
  const totalOf = (seconds: readonly number[]) => seconds.reduce((sum, one) => sum + one, 0);

  test.each<[string, number[], CreateTitle]>([
    ["of the same voice, with numbers", SECONDS, (at) => `${at + 1}`],
    ["of the same voice, with 'Chapter 3'", SECONDS, (at) => `Chapter ${at + 1}`],
    ["of another voice, with 'Chapter 3'", slowly, (at) => `Chapter ${at + 1}`],
    ["of another voice, with 'Drei'", slowly, (at) => `${GERMAN_NUMBERS[at]}`],
    ["of another voice, with 'Part Three'", slowly, (at) => `Part ${NUMBER_WORDS[at]}`],
  ])("fewer, %s, keeps the position in its chapter", async (_, newSeconds, createTitle) => {
    const position = totalOf(SECONDS.slice(0, 3)) + 100;
    await club.giveSound(audioChapters(SECONDS, createTitle), totalOf(SECONDS));
    await club.listenUpTo(position);
    await club.giveSound(audioChapters(joinPairs(newSeconds), createTitle), totalOf(newSeconds));
    const { listening, reached } = await club.progress();
    const samePart = position / totalOf(SECONDS);
    expect((listening?.seconds ?? 0) / totalOf(newSeconds)).toBeCloseTo(samePart, 1);
    expect(reached).toBeLessThan(samePart + TOLERANCE);
  });

  test.each<[string, CreateTitle]>([
    ["numbers", (at) => `Chapter ${at + 1}`],
    ["names", (at) => `The ${LETTERS[at]} of it`],
    ["no titles", () => ""],
  ])("keeps the second when the chapter marks, with %s, are corrected", async (_, createTitle) => {
    const evenly = SECONDS.map(() => totalOf(SECONDS) / SECONDS.length);
    const chapters = [[60, 90, 120, 2400, 840, 660, 480, 840], evenly, [10, 20, 5460]];
    for (const [index, marks] of chapters.entries()) {
      const reader = club.member(`reader${index}`);
      await club.giveSound(audioChapters(SECONDS, createTitle), totalOf(SECONDS));
      await club.listenUpTo(2000, reader);
      await club.giveSound(audioChapters(marks, createTitle), totalOf(SECONDS) + 0.4);
      const { listening, reached } = await club.progress(reader);
      expect([listening?.seconds, reached.toFixed(4)]).toEqual([2000, (2000 / totalOf(SECONDS)).toFixed(4)]);
    }
  });
});
