import { expect, test } from "bun:test";

import { fractionAt, secondsAt } from "#contract/timeline.ts";
import { matchChapters } from "#server/alignment/match/match-chapters.ts";
import {
  createSpokenBook,
  type Kind,
  randomNumbers,
  readAloud,
  type Reading,
  speakSentences,
} from "#tests/support/spoken-book.ts";

const random = randomNumbers(20_261_122);
const canSpeak = Bun.which("espeak-ng") !== null;
const pool = canSpeak ? await speakSentences(400, random) : [];
const book = createSpokenBook(pool, random);

const ROMAN = "I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI XXII XXIII XXIV".split(" ");
const WORDS =
  "One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen Twenty Twenty-One Twenty-Two Twenty-Three Twenty-Four".split(
    " ",
  );
const NAMES = ROMAN.map((_, index) => `The ${pool[index]?.text.split(" ").slice(0, 3).join(" ")}`);
const chapter = (index: number) => `Chapter ${index + 1}`;
const track = (index: number) => `Track ${String(index + 2).padStart(2, "0")}`;

/** Kinds of files, with their largest median and 90th percentile error, in seconds. */
const KINDS: [name: string, kind: Kind, median: number, p90: number][] = [
  ["same titles", { textTitle: chapter, soundTitle: chapter }, 20, 60],
  ["One / 1", { textTitle: (i) => WORDS[i] ?? "", soundTitle: (i) => String(i + 1) }, 20, 60],
  ['I / "Chapter 1: …"', { textTitle: (i) => ROMAN[i] ?? "", soundTitle: (i) => `${chapter(i)}: ${NAMES[i]}` }, 20, 60],
  ['names / "Track NN"', { textTitle: (i) => NAMES[i] ?? "", soundTitle: track }, 20, 60],
  ["split in two", { textTitle: chapter, soundTitle: chapter, split: 2 }, 20, 60],
  ["two a file", { textTitle: chapter, soundTitle: (i) => `Chapters ${2 * i + 1}-${2 * i + 2}`, join: 2 }, 40, 120],
  ["abridged by a fifth", { textTitle: chapter, soundTitle: chapter, cut: 0.2 }, 30, 90],
  ["numbers off by one", { textTitle: chapter, soundTitle: (i) => `Chapter ${i + 2}` }, 60, 1000],
  ["30-minute parts", { textTitle: chapter, soundTitle: (i) => `Part ${i + 1}`, parts: 1800 }, 400, 1200],
  ["one file", { textTitle: chapter, soundTitle: chapter, parts: Number.POSITIVE_INFINITY }, 400, 1200],
];

const table: string[] = [];

test.skipIf(!canSpeak).each(KINDS)(
  "%s: audio and text match as stated (skipped without espeak-ng)",
  (name, kind, median, p90) => {
    const reading = readAloud(book, kind, randomNumbers(7));
    const started = performance.now();
    const match = matchChapters(
      { seconds: reading.seconds, chapters: reading.chapters, title: "A Novel" },
      reading.contents,
    );
    const took = performance.now() - started;
    const { errors, right } = measure(reading, match.timeline);
    const [half, most, worst] = [0.5, 0.9, 1].map((share) => errors[Math.ceil(share * errors.length) - 1] ?? 0);
    const plain = measure(reading, [
      { seconds: 0, fraction: 0, confidence: 0 },
      { seconds: reading.seconds, fraction: 1, confidence: 0 },
    ]).errors;
    const [plainHalf, plainMost] = [0.5, 0.9].map((share) => plain[Math.ceil(share * plain.length) - 1] ?? 0);
    table.push(
      `| ${name} | ${(right * 100).toFixed(1)} % | ${half?.toFixed(0)} / ${most?.toFixed(0)} / ${worst?.toFixed(0)} | ${plainHalf?.toFixed(0)} / ${plainMost?.toFixed(0)} | ${match.confidence.toFixed(2)} | ${took.toFixed(1)} |`,
    );
    if (table.length === KINDS.length)
      console.log(
        [
          "| kind of file | right chapter | error in seconds: median / p90 / max | plain percentage | confidence | ms |",
          "| --- | --- | --- | --- | --- | --- |",
          ...table,
        ].join("\n"),
      );
    expect(half).toBeLessThan(median);
    expect(most).toBeLessThan(p90);
    expect(took).toBeLessThan(2000);
  },
);

/** Errors from text to audio, sorted, and the share of seconds that lead to the right chapter. */
function measure({ spoken, contents }: Reading, timeline: Parameters<typeof secondsAt>[0]) {
  const errors: number[] = [];
  let right = 0;
  const bounds = contents.toc
    .filter(({ title }) => !/Title|Copyright|About/.test(title))
    .map(({ start }) => start ?? 0);
  for (const { at, seconds, chapter: truth } of spoken) {
    if (seconds === null) continue;
    errors.push(Math.abs(secondsAt(timeline, at / contents.length) - seconds));
    const shown = fractionAt(timeline, seconds) * contents.length + 0.5;
    if (bounds.findLastIndex((start) => start <= shown) === truth) right += 1;
  }
  return { errors: errors.toSorted((a, b) => a - b), right: right / errors.length };
}
