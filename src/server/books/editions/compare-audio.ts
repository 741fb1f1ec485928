import type { Chapter } from "#contract/books.ts";

import { createCrosswalk, type Crosswalk, longestChain, type MovedPassage, type PointPair } from "./crosswalk.ts";
import { matchTitles } from "./titles.ts";

export type AudioOutline = { seconds: number; chapters: readonly Chapter[] };

const SAME_LENGTH_TOLERANCE_SECONDS = 1.5;
const SAME_CHAPTERS_FRACTION = 0.8;
/** Lengths are distinctive up to this many pairs of the same length per chapter. */
const DISTINCTIVE_PAIRS_MAX = 2;
const COMPARED_MIN_SECONDS = 10;
const NEAR_FRACTION = 0.05;
const SAME_LENGTH_PAIRS_MAX = 20_000;
const GAP_SECONDS = 0.001;

/** Matches chapters by title and length; else by either, or by number if as many begin nearby. Else by fraction. */
export function compareAudio(from: AudioOutline, to: AudioOutline): Crosswalk {
  return createCrosswalk(addChapterEnds(matchChapters(from, to), from, to), [from.seconds, to.seconds], GAP_SECONDS);
}

function matchChapters(from: AudioOutline, to: AudioOutline): PointPair[] {
  const chapterCount = Math.min(from.chapters.length, to.chapters.length);
  const isEnough = (pairs: readonly PointPair[]) => pairs.length >= chapterCount * SAME_CHAPTERS_FRACTION;
  const [fromLengths, toLengths] = [listLengths(from), listLengths(to)];
  const sameChapters = pairSameChapters(from, to);
  const chapters = longestChain(sameChapters);
  if (isEnough(chapters)) return chapters;
  const lengthPairs = matchLengths(fromLengths, toLengths);
  // without the foreword, "Chapter 1" may be another one
  const lengths = longestChain(lengthPairs);
  const areDistinctive = lengthPairs.length <= chapterCount * DISTINCTIVE_PAIRS_MAX;
  if (isEnough(lengths) && areDistinctive) return lengths;
  // the same recording, with other chapter marks
  if (Math.abs(from.seconds - to.seconds) <= SAME_LENGTH_TOLERANCE_SECONDS && !isEnough(sameChapters)) return [];
  const titles = longestChain(matchTitles(listTitles(from), listTitles(to), false));
  if (titles.length >= chapterCount / 2) return titles;
  if (isEnough(lengths)) return lengths;
  const starts = from.chapters.map(({ start }, at): PointPair => [start, to.chapters[at]?.start ?? 0]);
  // or they are other chapters, which happen to be as many
  const areNear = starts.every(([a, b]) => Math.abs(a / from.seconds - b / to.seconds) <= NEAR_FRACTION);
  return from.chapters.length === to.chapters.length && areNear ? longestChain(starts) : titles;
}

/** Chapters, in seconds, whose title and length are unique to them and that aren't in the same order. */
export function findMovedChapters(from: AudioOutline, to: AudioOutline): MovedPassage[] {
  const pairs = pairSameChapters(from, to);
  const [fromCounts, toCounts] = [Map.groupBy(pairs, ([a]) => a), Map.groupBy(pairs, ([, b]) => b)];
  const uniquePairs = pairs.filter(([a, b]) => fromCounts.get(a)?.length === 1 && toCounts.get(b)?.length === 1);
  const orderedStarts = new Set(longestChain(uniquePairs).map(([a]) => a));
  const [fromLengths, toLengths] = [listLengths(from), listLengths(to)];
  return uniquePairs
    .filter(([a]) => !orderedStarts.has(a))
    .map(([a, b]) => [a, a + (fromLengths.get(a) ?? 0), b, b + (toLengths.get(b) ?? 0)]);
}

/** The starts of each two chapters with the same title and length. */
function pairSameChapters(from: AudioOutline, to: AudioOutline): PointPair[] {
  const [fromLengths, toLengths] = [listLengths(from), listLengths(to)];
  const sameTitles = matchTitles(listTitles(from), listTitles(to), true);
  return sameTitles.filter(([a, b]) => isSameLength(fromLengths.get(a), toLengths.get(b)));
}

function listTitles({ chapters }: AudioOutline) {
  return chapters.map(({ title, start }) => [title, start] as const);
}

type ChapterLengths = ReadonlyMap<number, number>;

/** Empty if too many chapters have the same length, because this runs between other requests. */
function matchLengths(from: ChapterLengths, to: ChapterLengths): PointPair[] {
  const pairs: PointPair[] = [];
  for (const [start, length] of from)
    for (const [other, otherLength] of to) {
      if (isSameLength(length, otherLength)) pairs.push([start, other]);
      if (pairs.length > SAME_LENGTH_PAIRS_MAX) return [];
    }
  return pairs;
}

function isSameLength(length = 0, other = 0): boolean {
  return length >= COMPARED_MIN_SECONDS && Math.abs(length - other) <= SAME_LENGTH_TOLERANCE_SECONDS;
}

/** The length of each chapter by its start. */
function listLengths({ chapters, seconds }: AudioOutline): ChapterLengths {
  return new Map(chapters.map(({ start }, at) => [start, (chapters[at + 1]?.start ?? seconds) - start]));
}

function addChapterEnds(starts: readonly PointPair[], from: AudioOutline, to: AudioOutline): PointPair[] {
  const endOf = ({ chapters, seconds }: AudioOutline, start: number) =>
    chapters.find((chapter) => chapter.start > start)?.start ?? seconds;
  const ends = starts.map(([start, other]): PointPair => [endOf(from, start), endOf(to, other)]);
  const pairs = starts.flatMap((start, at) => [start, ends[at] ?? start]);
  // of two pairs at one position, the start of a chapter wins
  return pairs.filter(([a, b], at) => {
    const next = pairs[at + 1];
    return next === undefined || (a <= next[0] && b <= next[1]);
  });
}
