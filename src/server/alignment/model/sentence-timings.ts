import { type Static, Type } from "@sinclair/typebox";

import { MatchedChapters } from "#contract/book-progress.ts";
import type { Chapter } from "#contract/books.ts";
import { sectionOffsets } from "#contract/chapters.ts";
import { OverlayAudio, type Sentence } from "#contract/sentences.ts";
import type { AlignedSpan } from "#server/adapters/alignment-cache.ts";

/** Increase it when the format or the aligner changes, so that all books are aligned again. */
export const SENTENCES_VERSION = 2;

export type AudiobookOutline = { seconds: number; chapters: readonly Chapter[]; title: string };

export type AlignmentInput = {
  ebookPath: string | null;
  /**
   * Null without an audiobook. `path` is null if it's only in the bucket, `guess` unless an admin has paired chapters.
   */
  audiobook: (AudiobookOutline & { path: string | null; guess: readonly AlignedSpan[] | null }) | null;
};

const Span = Type.Tuple([Type.Number(), Type.Number()]);
export const ChapterPairsSchema = Type.Object({
  confidence: Type.Number(),
  pairs: MatchedChapters.properties.pairs,
  stretches: Type.Array(Type.Object({ seconds: Span, text: Span, sure: Span })),
});

export type TimedSentence = Sentence & { section: number };

export const SentenceTimings = Type.Object({
  share: Type.Number(),
  sound: Type.Array(OverlayAudio),
  /** Flat triples of seconds, code point and confidence: about a thousand. */
  points: Type.Array(Type.Number()),
  /** For each section, flat tuples of start, end, from, to, and 1 if sure. */
  sections: Type.Array(Type.Array(Type.Number())),
  chapters: Type.Optional(ChapterPairsSchema),
  /** Why there are no timings. */
  fault: Type.Union([Type.String(), Type.Null()]),
});
export type SentenceTimings = Static<typeof SentenceTimings>;

const NUMBERS_PER_SENTENCE = 5;

export function createEmptyTimings(fault: string): SentenceTimings {
  return { share: 0, sound: [], points: [], sections: [], fault };
}

export function toSections(sentences: readonly TimedSentence[], count: number): number[][] {
  const sections: number[][] = Array.from({ length: count }, () => []);
  for (const { section, start, end, from, to, sure } of sentences)
    sections[section]?.push(roundToHundredths(start), roundToHundredths(end), from, to, sure ? 1 : 0);
  return sections;
}

export function toSentences(numbers: readonly number[]): { sentences: Sentence[]; incomplete: number[] } {
  const count = Math.floor(numbers.length / NUMBERS_PER_SENTENCE);
  const at = (sentence: number, field: number) => numbers[sentence * NUMBERS_PER_SENTENCE + field] ?? 0;
  const sentences = Array.from({ length: count }, (_, one) => {
    return { start: at(one, 0), end: at(one, 1), from: at(one, 2), to: at(one, 3), sure: at(one, 4) === 1 };
  });
  return { sentences, incomplete: numbers.slice(count * NUMBERS_PER_SENTENCE) };
}

function roundToHundredths(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}

const TOLERANCE_SECONDS = 0.3;
const GAP_MIN_SECONDS = 20;
/** After a gap this long, the chapter match is more accurate than interpolation. */
const LOST_MIN_SECONDS = 300;
const SURE_CONFIDENCE = 0.97;
const UNSURE_CONFIDENCE = 0.7;

const NUMBERS_PER_POINT = 3;

type Point = { seconds: number; text: number; sure: number };

export function toAlignedSpans(points: readonly number[]): AlignedSpan[] {
  const at = (index: number) => points[index] ?? 0;
  return Array.from({ length: Math.max(0, points.length / NUMBERS_PER_POINT - 1) }, (_, point) => {
    const index = point * NUMBERS_PER_POINT;
    const next = index + NUMBERS_PER_POINT;
    return {
      seconds: [at(index), at(next)],
      text: [at(index + 1), at(next + 1)],
      sure: [at(index + 2), at(index + 2)],
    };
  });
}

/** The fewest points from which interpolation gives every sentence's start. Empty if there is a large gap. */
export function toPoints(sentences: readonly TimedSentence[], sections: readonly { length: number }[]): number[] {
  if (sentences.some(({ end }, at) => (sentences[at + 1]?.start ?? end) - end > LOST_MIN_SECONDS)) return [];
  const starts = sectionOffsets(sections);
  // a page of fixed layout is one position, whatever its text
  const textOffset = (section: number, codePoint: number) =>
    (starts[section] ?? 0) + (sections[section]?.length === 1 ? 0 : codePoint);
  const points: Point[] = [];
  for (const [at, { section, start, end, from, to, sure }] of sentences.entries()) {
    const text = textOffset(section, from);
    const last = points.at(-1);
    if (last && (start <= last.seconds || text <= last.text)) continue;
    points.push({ seconds: start, text, sure: sure ? SURE_CONFIDENCE : UNSURE_CONFIDENCE });
    const next = sentences[at + 1];
    const endText = textOffset(section, to);
    if (!next || next.start - end > GAP_MIN_SECONDS) points.push({ seconds: end, text: endText, sure: 0 });
  }
  return simplify(points).flatMap(({ seconds, text, sure }) => [Math.round(seconds * 100) / 100, text, sure]);
}

/** Selects a point where the cone of lines that fit all points since the last selected one closes. */
function simplify(points: readonly Point[]): Point[] {
  const selectedPoints: Point[] = [];
  let from = points[0];
  let [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const [at, point] of points.entries()) {
    const previous = points[at - 1];
    if (!from || !previous) continue;
    const slope = (point.seconds - from.seconds) / (point.text - from.text);
    if (slope < low || slope > high || previous.sure !== from.sure) {
      selectedPoints.push(from);
      from = previous;
      [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    }
    const length = point.text - from.text;
    low = Math.max(low, (point.seconds - TOLERANCE_SECONDS - from.seconds) / length);
    high = Math.min(high, (point.seconds + TOLERANCE_SECONDS - from.seconds) / length);
  }
  const last = points.at(-1);
  if (from) selectedPoints.push(from);
  if (last && last !== from) selectedPoints.push(last);
  return selectedPoints;
}
