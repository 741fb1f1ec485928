import { expect, test } from "bun:test";

import type { Chapter } from "#contract/books.ts";
import { confidenceLabelAt, secondsAt, type Timeline } from "#contract/timeline.ts";
import type { TextContents } from "#server/epub/read-contents.ts";
import { randomNumbers } from "#tests/support/narrated-text.ts";

import { matchChapters } from "./match-chapters.ts";

/** A generated book with its reading. `positions`: the second and the code point of each, in order. */
type GeneratedBook = {
  contents: TextContents;
  sound: { title: string; seconds: number; chapters: Chapter[] };
  positions: { seconds: number; codePoint: number }[];
  /** The text without front and back matter, as far as its titles show, in code points. */
  body: readonly [start: number, end: number];
};

/** How the recording is split into files. */
type Cut = keyof typeof CUTS;

type Random = () => number;
type Part = { title: string; length: number; level: number; isNarrated: boolean; isBody: boolean };

const TITLE = "The Long Table";
const POINT_STEP = 400;

/** Titles of the nth chapter of the text and of the audio. */
const TITLES: readonly ((at: number) => string)[] = [
  (at) => `Chapter ${at + 1}`,
  (at) => String(at + 1),
  (at) => `The ${["Fish", "Salt", "Wine", "Bread", "Guest", "Storm", "Lamp"][at % 7]} of Evening ${at + 1}`,
];
const AUDIO_TITLES: readonly ((at: number) => string)[] = [
  ...TITLES,
  (at) => `${String(at + 1).padStart(2, "0")} - Chapter ${at + 1}`,
  (at) => `Track ${String(at + 1).padStart(2, "0")}`,
  (at) => `table_${String(at + 1).padStart(3, "0")}_vintner_64kb`,
  // the prologue counts as chapter 1
  (at) => `Chapter ${at + 2}`,
  () => "",
  // titles of another book
  (at) => `Book ${9 - (at % 9)}, ${(at * 7) % 13}`,
];

const CUTS = {
  "by chapters": (starts: readonly number[]) => starts,
  "in halves": (starts: readonly number[], end: number) =>
    starts.flatMap((start, at) => [start, (start + (starts[at + 1] ?? end)) / 2]),
  "in pairs": (starts: readonly number[]) => starts.filter((_, at) => at % 2 === 0),
  "every half hour": (_: readonly number[], end: number) =>
    Array.from({ length: Math.ceil(end / 1800) }, (_item, at) => at * 1800),
  "at random": (starts: readonly number[], end: number, random: Random) =>
    [0, ...starts.slice(1).map(() => random() * end)].toSorted((a, b) => a - b),
  "not at all": () => [],
};

const ALL_CUTS = Object.keys(CUTS).filter((name): name is Cut => name in CUTS);

/** @param random seeded, from 0 to 1 @param skippedShare of the text that the reading omits */
function generateBook(random: Random, cut: Cut, skippedShare = 0): GeneratedBook {
  const parts = generateParts(random);
  const charsPerSecond = 11.5 + 4 * random();
  const drift = 0.9 + 0.9 * random();
  const positions: GeneratedBook["positions"] = [];
  const starts: number[] = [];
  let [elapsedSeconds, codePointsBefore] = [random() < 0.5 ? 0 : 10 + 30 * random(), 0];
  for (const { length, isNarrated } of parts) {
    if (isNarrated) {
      starts.push(elapsedSeconds);
      const chapterPace = charsPerSecond * (1 + 0.03 * randomNormal(random));
      for (let at = 0; at < length; at += POINT_STEP) {
        if (skippedShare > 0 && random() < skippedShare) continue;
        positions.push({ seconds: elapsedSeconds, codePoint: codePointsBefore + at });
        const seconds = Math.min(POINT_STEP, length - at) / chapterPace;
        elapsedSeconds += Math.max(seconds / 2, seconds + drift * Math.sqrt(seconds) * randomNormal(random));
      }
    }
    codePointsBefore += length;
  }
  const end = elapsedSeconds + 30 * random();
  const title = pickRandom(AUDIO_TITLES, random);
  const chapters = CUTS[cut]([0, ...starts.slice(1)], end, random).map((start, at) => ({ title: title(at), start }));
  const bodyFlags = parts.map(({ isBody }) => isBody);
  const startOf = (index: number) => parts.slice(0, index).reduce((sum, { length }) => sum + length, 0);
  const body = [startOf(bodyFlags.indexOf(true)), startOf(bodyFlags.lastIndexOf(true) + 1)] as const;
  return { contents: contentsOf(parts), sound: { title: TITLE, seconds: end, chapters }, positions, body };
}

function generateParts(random: Random): Part[] {
  const title = pickRandom(TITLES, random);
  const level = random() < 0.5 ? 1 : 0;
  const createMatter = (name: string, length: number): Part[] =>
    random() < 0.5 ? [] : [{ title: name, length: Math.ceil(length), level: 0, isNarrated: false, isBody: false }];
  const meanLength = 4000 + 30_000 * random();
  const chapters = Array.from({ length: 2 + Math.floor(40 * random()) }, (_, at) => {
    const length = Math.round(meanLength * Math.exp(0.4 * randomNormal(random)));
    return { title: title(at), length, level, isNarrated: true, isBody: true };
  });
  const preface = { title: "Preface", length: 900 + Math.round(3000 * random()), level, isBody: true };
  return [
    ...createMatter("Titlepage", 90),
    ...createMatter("Imprint", 900),
    ...createMatter("Introduction", 30_000 * random() + 900),
    ...(level === 1 ? [{ title: TITLE, length: 14, level: 0, isNarrated: false, isBody: false }] : []),
    ...(random() < 0.2 ? [{ ...preface, isNarrated: random() < 0.5 }] : []),
    ...chapters,
    ...createMatter("Endnotes", 9000),
    ...createMatter("About the Author", 1200),
  ];
}

function contentsOf(parts: readonly Part[]): TextContents {
  let length = 0;
  const toc = parts.map(({ title, length: ownLength, level }, section) => {
    length += ownLength;
    return { title, section, fragment: null, level, start: length - ownLength };
  });
  const sections = parts.map((part, index) => ({ index, href: `${index}.xhtml`, length: part.length, linear: true }));
  const commonFields = { files: [], language: "en", direction: null, layout: "reflowable" as const };
  return { sections, toc, pages: [], length, headings: parts.map(({ title }) => title), ...commonFields };
}

function pickRandom<Item>(items: readonly Item[], random: Random): Item {
  const item = items[Math.floor(items.length * random())];
  if (item === undefined) throw new Error("Nothing to pick from");
  return item;
}

/** Standard normal (Box and Muller). */
function randomNormal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** `MATCH_BOOKS=1000` tries more. */
const BOOKS = Number(process.env["MATCH_BOOKS"] ?? 25);
const MINUTE = 60;
/** A simple guess may be better by this factor by chance. */
const MAX_ERROR_FACTOR = 1.2;
const LIMIT_MS = 30_000;

test.each(ALL_CUTS)(
  "audio cut %s: beats proportion, and is correct when sure",
  (cut) => {
    const results = Array.from({ length: BOOKS }, (_, seed) => judge(seed, cut));
    const isWorse = (clubError: number, plainError: number) => clubError > MAX_ERROR_FACTOR * plainError + MINUTE;
    const worseResults = results.filter(
      ({ club, plain }) => isWorse(club.median, plain.median) || isWorse(club.most, plain.most),
    );
    expect(worseResults.map(({ seed, club, plain }) => ({ seed, club, plain }))).toEqual([]);
    const claimedErrors = results.flatMap(({ about }) => about);
    expect(claimedErrors.length).toBeGreaterThan(0);
    const correctErrors = claimedErrors.filter((error) => error <= MINUTE);
    expect(correctErrors.length).toBeGreaterThanOrEqual(0.9 * claimedErrors.length);
  },
  LIMIT_MS,
);

test(
  "finds nine of ten positions within a minute by any titles",
  () => {
    const results = Array.from({ length: BOOKS }, (_, seed) => judge(seed, "by chapters"));
    const closeFlags = results.flatMap(({ off }) => off.map((seconds) => seconds <= MINUTE));
    expect(closeFlags.filter(Boolean).length).toBeGreaterThan(0.9 * closeFlags.length);
  },
  LIMIT_MS,
);

test("finds most of an abridged reading within 90 seconds", () => {
  const results = Array.from({ length: BOOKS }, (_, seed) => judge(seed, "by chapters", 0.2));
  const errors = results.flatMap((result) => result.off);
  expect(summary(errors).median).toBeLessThan(40);
  expect(errors.filter((seconds) => seconds <= 90).length).toBeGreaterThan(0.85 * errors.length);
});

function judge(seed: number, cut: Cut, skippedShare = 0) {
  const book = generateBook(randomNumbers(1000 * ALL_CUTS.indexOf(cut) + seed), cut, skippedShare);
  const { timeline } = matchChapters(book.sound, book.contents);
  const { seconds } = book.sound;
  const plainTimeline = book.body.map((codePoint, at) => {
    return { seconds: at * seconds, fraction: codePoint / book.contents.length, confidence: 0 };
  });
  const errors = errorsOf(book, timeline);
  const approximateErrors = errors.filter(
    (_, at) => confidenceLabelAt(timeline, book.positions[at]?.seconds ?? 0) === "chapter",
  );
  return {
    seed,
    off: errors,
    about: approximateErrors,
    club: summary(errors),
    plain: summary(errorsOf(book, plainTimeline)),
  };
}

function errorsOf({ contents, positions }: GeneratedBook, timeline: Timeline): number[] {
  return positions.map(({ seconds, codePoint }) =>
    Math.abs(secondsAt(timeline, codePoint / contents.length) - seconds),
  );
}

function summary(errors: readonly number[]) {
  const sortedErrors = errors.toSorted((a, b) => a - b);
  const [median = 0, percentile95 = 0] = [0.5, 0.95].map(
    (share) => sortedErrors[Math.floor(share * sortedErrors.length)],
  );
  return { median: Math.round(median), most: Math.round(percentile95) };
}
