import { expect, test } from "bun:test";

import { confidenceLabelAt, secondsAt, type Timeline } from "#contract/timeline.ts";
import { ALL_CUTS, type Cut, generateBook, type GeneratedBook } from "#tests/support/generated-book.ts";
import { randomNumbers } from "#tests/support/spoken-book.ts";

import { matchChapters } from "./match-chapters.ts";

/** `MATCH_BOOKS=1000` tries more. */
const BOOKS = Number(process.env["MATCH_BOOKS"] ?? 25);
const MINUTE = 60;
/** What a plain guess is better by when it's lucky. */
const FACTOR = 1.2;
const LIMIT_MS = 30_000;

test.each(ALL_CUTS)(
  "sound cut %s: never worse than plain proportion, and right where it says so",
  (cut) => {
    const tries = Array.from({ length: BOOKS }, (_, seed) => judge(seed, cut));
    const isWorse = (club: number, plain: number) => club > FACTOR * plain + MINUTE;
    const worse = tries.filter(
      ({ club, plain }) => isWorse(club.median, plain.median) || isWorse(club.most, plain.most),
    );
    expect(worse.map(({ seed, club, plain }) => ({ seed, club, plain }))).toEqual([]);
    const claimed = tries.flatMap(({ about }) => about);
    expect(claimed.length).toBeGreaterThan(0);
    const right = claimed.filter((off) => off <= MINUTE);
    expect(right.length).toBeGreaterThanOrEqual(0.9 * claimed.length);
  },
  LIMIT_MS,
);

test(
  "chapters of generated books are found by whatever titles, to within a minute in nine of ten places",
  () => {
    const tries = Array.from({ length: BOOKS }, (_, seed) => judge(seed, "by chapters"));
    const close = tries.flatMap(({ off }) => off.map((seconds) => seconds <= MINUTE));
    expect(close.filter(Boolean).length).toBeGreaterThan(0.9 * close.length);
  },
  LIMIT_MS,
);

function judge(seed: number, cut: Cut) {
  const book = generateBook(randomNumbers(1000 * ALL_CUTS.indexOf(cut) + seed), cut);
  const { timeline } = matchChapters(book.sound, book.contents);
  const { seconds } = book.sound;
  const plain = book.body.map((codePoint, at) => {
    return { seconds: at * seconds, fraction: codePoint / book.contents.length, confidence: 0 };
  });
  const off = offsOf(book, timeline);
  const about = off.filter((_, at) => confidenceLabelAt(timeline, book.places[at]?.seconds ?? 0) === "chapter");
  return { seed, off, about, club: summary(off), plain: summary(offsOf(book, plain)) };
}

function offsOf({ contents, places }: GeneratedBook, timeline: Timeline): number[] {
  return places.map(({ seconds, codePoint }) => Math.abs(secondsAt(timeline, codePoint / contents.length) - seconds));
}

function summary(offs: readonly number[]) {
  const sorted = offs.toSorted((a, b) => a - b);
  const [median = 0, most = 0] = [0.5, 0.95].map((share) => sorted[Math.floor(share * sorted.length)]);
  return { median: Math.round(median), most: Math.round(most) };
}
