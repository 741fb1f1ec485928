import { describe, expect, test } from "bun:test";

import { sectionOffsets } from "#contract/chapters.ts";
import { readSectionText } from "#server/epub/visible-text.ts";
import { isNight } from "#tests/support/at-night.ts";
import {
  bodiesOf,
  CLEAR,
  type Narrator,
  type PlainText,
  randomNumbers,
  readAloud,
  type Reading,
  writeText,
} from "#tests/support/narrated-text.ts";
import { pageOf } from "#tests/support/reading-book.ts";

import { findMarks, type TextSentence } from "./find-marks.ts";
import { explainsAudio, findSentences } from "./find-sentences.ts";
import { selectTimedSentences } from "./timed-sentences.ts";
import type { PauseCandidates, Pauses } from "./voice-model.ts";

const LIMIT_MS = 60_000;
/** Each book has other words, times and voices. */
const BOOKS = isNight ? 3 : 1;

type NarrationCase = {
  /** Changes the printed text before it is read: omits parts, or adds some before or after. */
  changeText?: (text: string[][], random: () => number) => PlainText;
  voice?: (sentence: number) => Narrator;
  /** Changes the pauses. */
  changeReading?: (reading: Reading, random: () => number) => Reading;
  /** The minimum number of sure sentences. */
  sure: number;
};

const slowNarrator = { ...CLEAR, tempo: 0.085, lengths: { ...CLEAR.lengths, sentence: 0.9 } };
const withoutParts = (text: string[][], fromChapter: number, untilChapter: number) => [
  ...text.slice(0, fromChapter),
  ...text.slice(untilChapter),
];
const writeRandomText = (random: () => number) => writeText(random, { chapters: 1, paragraphs: 4 });

const CASES: Record<string, NarrationCase> = {
  "as it's printed": { sure: 0.85 },
  "with credits around it": {
    changeText: (text, random) => [...writeRandomText(random), ...text, ...writeRandomText(random)],
    sure: 0.5,
  },
  "without its front matter and notes": { changeText: (text) => text.slice(1, -1), sure: 0.35 },
  abridged: { changeText: (text) => text.map((chapter, at) => (at === 2 ? chapter.slice(0, 3) : chapter)), sure: 0.5 },
  "without a chapter": { changeText: (text) => withoutParts(text, 2, 3), sure: 0.5 },
  "by two voices": { voice: (sentence) => (sentence % 9 < 4 ? CLEAR : slowNarrator), sure: 0.6 },
  "by a voice that pauses in the middle of sentences": {
    voice: () => ({ ...CLEAR, pauses: { ...CLEAR.pauses, word: 0.06 } }),
    sure: 0.1,
  },
  "with silence cut to one length": {
    changeReading: ({ pauses, ...reading }) => ({
      ...reading,
      pauses: pauses.map(([start, end]) => [Math.max(start, end - 0.4), end]),
    }),
    sure: 0.1,
  },
  "with music under a part of it": {
    changeReading: ({ pauses, ...reading }) => {
      const isMasked = (at: number) => at > reading.seconds * 0.4 && at < reading.seconds * 0.5;
      return { ...reading, pauses: pauses.filter(([start]) => !isMasked(start)) };
    },
    sure: 0.4,
  },
  "on a noisy floor": {
    changeReading: ({ pauses, ...reading }, random) => ({ ...reading, pauses: pauses.filter(() => random() > 0.08) }),
    sure: 0.2,
  },
};

describe("a text read aloud", () => {
  test.each(Object.entries(CASES))(
    "%s: sure times are correct",
    (_, { changeText = (text) => text, voice = () => CLEAR, changeReading = (reading) => reading, sure }) => {
      let [sentenceCount, sureCount, rightCount, nearCount] = [0, 0, 0, 0];
      for (let seed = 1; seed <= BOOKS; seed += 1) {
        const random = randomNumbers(seed);
        const text = writeText(random, { chapters: 6 });
        const reading = changeReading(readAloud(changeText(text, random), random, voice), random);
        const { sentences, begins } = alignNarration(text, reading);
        sentenceCount += begins.size;
        for (const { start, at, isSure } of sentences) {
          if (!isSure) continue;
          sureCount += 1;
          const error = Math.abs(start - (begins.get(at) ?? Number.POSITIVE_INFINITY));
          if (error <= 1) rightCount += 1;
          if (error <= 5) nearCount += 1;
        }
      }
      expect(sureCount / sentenceCount).toBeGreaterThanOrEqual(sure);
      expect(rightCount / sureCount).toBeGreaterThanOrEqual(0.9);
      expect(nearCount / sureCount).toBeGreaterThanOrEqual(0.97);
    },
    LIMIT_MS,
  );

  test(
    "isn't explained by another book, even read backward",
    () => {
      for (let seed = 1; seed <= BOOKS; seed += 1) {
        const random = randomNumbers(seed);
        const reading = readAloud(writeText(random, { chapters: 5 }), random, () => CLEAR);
        expect(alignNarration(writeText(random, { chapters: 5 }), reading).isExplained).toBe(false);
        expect(reading.seconds).toBeGreaterThan(300);
      }
    },
    LIMIT_MS,
  );
});

// with one seed no path was found, with the other any path was accepted
test.each(isNight ? [3, 4] : [3])(
  "reads audio that ends early, or plays backward (%i)",
  (seed) => {
    const random = randomNumbers(seed);
    const text = writeText(random, { chapters: 12 });
    const narratedText = text.slice(0, 4).map((chapter, at) => (at === 3 ? chapter.slice(0, 4) : chapter));
    const reading = readAloud(narratedText, random, () => CLEAR);
    const { marks, length } = marksOf(text);
    const guess = [{ seconds: [0, reading.seconds], text: [0, length], sure: [0, 0] }] as const;
    expect(findSentences({ marks, pauses: toPauses(reading), guess })?.gain).toBeFinite();
  },
  LIMIT_MS,
);

test.each([0, 400])(
  "finds sentences if their chapters are %i seconds late",
  (errorSeconds) => {
    const random = randomNumbers(2);
    const text = writeText(random, { chapters: 6 });
    const reading = readAloud(text, random, () => CLEAR);
    const { marks, starts, length } = marksOf(text);
    const starting = (at: number) => (reading.begins.get(`Chapter ${at + 1}`) ?? reading.seconds) + errorSeconds;
    const guess = text.map((_, at) => ({
      seconds: [at === 0 ? 0 : starting(at), at === 5 ? reading.seconds : starting(at + 1)] as const,
      text: [starts[at] ?? 0, starts[at + 1] ?? length] as const,
      sure: [1, 1] as const,
    }));
    const pauses = toPauses(reading);
    const path = findSentences({ marks, pauses, guess });
    expect(path && explainsAudio(path, pauses)).toBe(true);
  },
  LIMIT_MS,
);

/** `at`: the words of a sentence. */
type AlignmentResult = {
  isExplained: boolean;
  sentences: { start: number; at: string; isSure: boolean }[];
  begins: Map<string, number>;
};

function alignNarration(text: string[][], reading: Reading): AlignmentResult {
  const { marks, sentences, length } = marksOf(text);
  const guess = [{ seconds: [0, reading.seconds], text: [0, length], sure: [0, 0] }] as const;
  const pauses = toPauses(reading);
  const sentencePath = findSentences({ marks, pauses, guess });
  const chapters = text.map((chapter, at) => [`Chapter ${at + 1}`, ...chapter.flatMap((one) => one.split(/(?<=\.) /))]);
  const sentenceStarts = new Map([...reading.begins].filter(([words]) => chapters.flat().includes(words)));
  if (!sentencePath || !explainsAudio(sentencePath, pauses))
    return { isExplained: false, sentences: [], begins: sentenceStarts };
  const words = new Map(sentences.map(({ section, from }, at) => [`${section} ${from}`, chapters.flat()[at] ?? ""]));
  const timedSentences = selectTimedSentences(sentencePath.sentences, sentences, pauses);
  return {
    isExplained: true,
    sentences: timedSentences.map(({ section, from, start, sure }) => {
      return { start, at: words.get(`${section} ${from}`) ?? "", isSure: sure };
    }),
    begins: sentenceStarts,
  };
}

/** The pause candidates and sentences of a text, as in a prepared eBook. */
function marksOf(text: PlainText): {
  marks: PauseCandidates;
  sentences: TextSentence[];
  starts: number[];
  length: number;
} {
  const texts = bodiesOf(text).map((body) => readSectionText(pageOf("", body)));
  const sections = texts.map((one, index) => ({ index, href: "", linear: true, length: one.text.length }));
  const starts = sectionOffsets(sections);
  const length = (starts.at(-1) ?? 0) + (sections.at(-1)?.length ?? 0);
  return { ...findMarks({ sections, language: "en" }, texts), starts, length };
}

/** In the format of `readPauses`. */
function toPauses({ seconds, pauses }: Pick<Reading, "seconds" | "pauses">): Pauses {
  const [first, ...rest] = pauses;
  const innerPauses = rest.filter(([, end]) => end < seconds - 0.05);
  return {
    starts: Float64Array.from([0, ...innerPauses.map(([start]) => start), seconds]),
    ends: Float64Array.from([first?.[1] ?? 0, ...innerPauses.map(([, end]) => end), seconds]),
  };
}
