import { sectionOffsets } from "#contract/chapters.ts";
import type { AlignedSpan } from "#server/adapters/alignment-cache.ts";

import type { TimedSentence } from "./sentence-timings.ts";

/** The error allowed by interpolating between two points. */
const TOLERANCE_SECONDS = 0.3;
/** After a gap this long, interpolation is a guess. */
const GAP_MIN_SECONDS = 20;
/** After a gap this long, the chapter match is more accurate than interpolation. */
const LOST_MIN_SECONDS = 300;
const SURE_CONFIDENCE = 0.97;
const UNSURE_CONFIDENCE = 0.7;

const NUMBERS_PER_POINT = 3;

type Point = { seconds: number; text: number; sure: number };

/** The stretches between points, which are flat triples of second, code point and the confidence after it. */
export function toAlignedSpans(points: readonly number[]): AlignedSpan[] {
  const at = (index: number) => points[index] ?? 0;
  return Array.from({ length: Math.max(0, points.length / NUMBERS_PER_POINT - 1) }, (_, point) => {
    const own = point * NUMBERS_PER_POINT;
    const next = own + NUMBERS_PER_POINT;
    return { seconds: [at(own), at(next)], text: [at(own + 1), at(next + 1)], sure: [at(own + 2), at(own + 2)] };
  });
}

/**
 * The fewest points between which interpolation gives the start of every sentence, as flat triples of second, code
 * point
 * and the confidence after it. Skips what goes back in the text. Empty if the alignment has a large gap.
 */
export function toPoints(sentences: readonly TimedSentence[], sections: readonly { length: number }[]): number[] {
  if (sentences.some(({ end }, at) => (sentences[at + 1]?.start ?? end) - end > LOST_MIN_SECONDS)) return [];
  const starts = sectionOffsets(sections);
  // a page of fixed layout is one position, whatever its text
  const textOffset = (section: number, codePoint: number) =>
    (starts[section] ?? 0) + (sections[section]?.length === 1 ? 0 : codePoint);
  const all: Point[] = [];
  for (const [at, { section, start, end, from, to, sure }] of sentences.entries()) {
    const text = textOffset(section, from);
    const last = all.at(-1);
    if (last && (start <= last.seconds || text <= last.text)) continue;
    all.push({ seconds: start, text, sure: sure ? SURE_CONFIDENCE : UNSURE_CONFIDENCE });
    const next = sentences[at + 1];
    const until = textOffset(section, to);
    if (!next || next.start - end > GAP_MIN_SECONDS) all.push({ seconds: end, text: until, sure: 0 });
  }
  return simplify(all).flatMap(({ seconds, text, sure }) => [Math.round(seconds * 100) / 100, text, sure]);
}

/** Selects a point where the cone of lines that fit all points since the last selected one closes. */
function simplify(all: readonly Point[]): Point[] {
  const selected: Point[] = [];
  let from = all[0];
  let [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const [at, point] of all.entries()) {
    const before = all[at - 1];
    if (!from || !before) continue;
    const slope = (point.seconds - from.seconds) / (point.text - from.text);
    if (slope < low || slope > high || before.sure !== from.sure) {
      selected.push(from);
      from = before;
      [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    }
    const length = point.text - from.text;
    low = Math.max(low, (point.seconds - TOLERANCE_SECONDS - from.seconds) / length);
    high = Math.min(high, (point.seconds + TOLERANCE_SECONDS - from.seconds) / length);
  }
  const last = all.at(-1);
  if (from) selected.push(from);
  if (last && last !== from) selected.push(last);
  return selected;
}
