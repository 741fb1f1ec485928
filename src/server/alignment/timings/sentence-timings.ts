import { type Static, Type } from "@sinclair/typebox";

import type { Chapter } from "#contract/books.ts";
import { MatchedChapters } from "#contract/place.ts";
import { OwnSound, type Sentence } from "#contract/sentences.ts";
import type { AlignedSpan } from "#server/adapters/alignment-cache.ts";

/** Increase it when the format or the aligner changes, so that all books are aligned again. */
export const SENTENCES_VERSION = 2;

/** An audiobook's length and chapters; `title` is the book's. */
export type AudiobookOutline = { seconds: number; chapters: readonly Chapter[]; title: string };

/** The input of the child process besides the prepared eBook and the target. Paths are absolute. */
export type AlignmentInput = {
  /** Null if only chapters are paired. */
  ebookPath: string | null;
  /**
   * Null without an audiobook: the eBook may have its own audio. `path` is null if the file is only in the bucket,
   * `guess`
   * unless an admin has paired the chapters.
   */
  audiobook: (AudiobookOutline & { path: string | null; guess: readonly AlignedSpan[] | null }) | null;
};

const Span = Type.Tuple([Type.Number(), Type.Number()]);
/** Paired chapters of audio and text. `sure` is the confidence in each end of a stretch. */
export const ChapterPairsSchema = Type.Object({
  confidence: Type.Number(),
  pairs: MatchedChapters.properties.pairs,
  stretches: Type.Array(Type.Object({ seconds: Span, text: Span, sure: Span })),
});

export type TimedSentence = Sentence & { section: number };

/** The times of a text's sentences, as stored under `cache/`. */
export const SentenceTimings = Type.Object({
  /** The share of sentences with a sure time. */
  share: Type.Number(),
  /** The eBook's own audio files, without an audiobook. */
  sound: Type.Array(OwnSound),
  /** Flat triples of seconds, code point and confidence, in order: about a thousand. */
  points: Type.Array(Type.Number()),
  /** For each section, flat tuples of start, end, from, to, and 1 if sure. */
  sections: Type.Array(Type.Array(Type.Number())),
  /** Missing if an admin has paired them. */
  chapters: Type.Optional(ChapterPairsSchema),
  /** The reason why there are no timings, or null. */
  fault: Type.Union([Type.String(), Type.Null()]),
});
export type SentenceTimings = Static<typeof SentenceTimings>;

const NUMBERS_PER_SENTENCE = 5;

export function noTimings(fault: string): SentenceTimings {
  return { share: 0, sound: [], points: [], sections: [], fault };
}

/** Rounded to hundredths of a second. @param count of the text's sections */
export function toSections(sentences: readonly TimedSentence[], count: number): number[][] {
  const sections: number[][] = Array.from({ length: count }, () => []);
  for (const { section, start, end, from, to, sure } of sentences)
    sections[section]?.push(round(start), round(end), from, to, sure ? 1 : 0);
  return sections;
}

/** Parses the flat tuples of `toSections`. `incomplete` are numbers of an unfinished tuple. */
export function toSentences(numbers: readonly number[]): { sentences: Sentence[]; incomplete: number[] } {
  const count = Math.floor(numbers.length / NUMBERS_PER_SENTENCE);
  const at = (sentence: number, field: number) => numbers[sentence * NUMBERS_PER_SENTENCE + field] ?? 0;
  const sentences = Array.from({ length: count }, (_, one) => {
    return { start: at(one, 0), end: at(one, 1), from: at(one, 2), to: at(one, 3), sure: at(one, 4) === 1 };
  });
  return { sentences, incomplete: numbers.slice(count * NUMBERS_PER_SENTENCE) };
}

function round(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}
