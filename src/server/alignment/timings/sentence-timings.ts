import { type Static, Type } from "@sinclair/typebox";

import type { Chapter } from "#contract/books.ts";
import { MatchedChapters } from "#contract/place.ts";
import { OwnSound, type Sentence } from "#contract/sentences.ts";
import type { AlignedSpan } from "#server/adapters/alignment-cache.ts";

/** Bump when what is written to `cache/` changes, or should be made again. */
export const SENTENCES_VERSION = 2;

/** An audiobook; `title` is the book's. */
export type AudiobookOutline = { seconds: number; chapters: readonly Chapter[]; title: string };

/** What the child process is told besides the prepared eBook and where to write; paths are absolute. */
export type AlignmentInput = {
  /** Null where only chapters are asked for. */
  ebookPath: string | null;
  /**
   * Null for a book without one: its eBook may bring sound along. `path` is null where the file is in the bucket, `guess`
   * unless an admin has paired the chapters.
   */
  audiobook: (AudiobookOutline & { path: string | null; guess: readonly AlignedSpan[] | null }) | null;
};

const Span = Type.Tuple([Type.Number(), Type.Number()]);
/** Chapters of sound and text, paired; `sure` is how likely each end of a stretch is right. */
export const ChapterPairsSchema = Type.Object({
  confidence: Type.Number(),
  pairs: MatchedChapters.properties.pairs,
  stretches: Type.Array(Type.Object({ seconds: Span, text: Span, sure: Span })),
});

export type TimedSentence = Sentence & { section: number };

/** Where the sentences of a text are heard, as it's kept under `cache/`. */
export const SentenceTimings = Type.Object({
  /** Of the text's sentences, those that are sure. */
  share: Type.Number(),
  /** The eBook's own files, where there is no audiobook. */
  sound: Type.Array(OwnSound),
  /** `seconds`, code points of the text and how sure, one after the other, in order: about a thousand. */
  points: Type.Array(Type.Number()),
  /** For each section the numbers of its sentences: start, end, from, to, and 1 for sure. */
  sections: Type.Array(Type.Array(Type.Number())),
  /** Left out where an admin has paired them. */
  chapters: Type.Optional(ChapterPairsSchema),
  /** Why there is nothing, or null. */
  fault: Type.Union([Type.String(), Type.Null()]),
});
export type SentenceTimings = Static<typeof SentenceTimings>;

const NUMBERS_PER_SENTENCE = 5;

/** Nothing was found. */
export function noTimings(fault: string): SentenceTimings {
  return { share: 0, sound: [], points: [], sections: [], fault };
}

/** Rounds to hundredths of a second. @param count of the text's sections */
export function toSections(sentences: readonly TimedSentence[], count: number): number[][] {
  const sections: number[][] = Array.from({ length: count }, () => []);
  for (const { section, start, end, from, to, sure } of sentences)
    sections[section]?.push(round(start), round(end), from, to, sure ? 1 : 0);
  return sections;
}

/** The sentences that numbers of `toSections` stand for, and those that are left over. */
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
