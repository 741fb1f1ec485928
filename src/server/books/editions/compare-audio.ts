import type { Chapter } from "#contract/books.ts";

import { type Anchor, createCrosswalk, type Crosswalk, longestChain } from "./crosswalk.ts";
import { matchTitles } from "./titles.ts";

export type AudioOutline = { seconds: number; chapters: readonly Chapter[] };

const SAME_LENGTH_TOLERANCE_SECONDS = 1.5;
const SAME_CHAPTERS_FRACTION = 0.8;
const COMPARED_MIN_SECONDS = 10;
const COMPARED_CHAPTERS_MAX = 1000;
const GAP_SECONDS = 0.001;

/** Matches chapters by title; numbered ones by length, or by number if there are as many. Else by fraction. */
export function compareAudio(from: AudioOutline, to: AudioOutline): Crosswalk {
  return createCrosswalk(addChapterEnds(matchChapters(from, to), from, to), [from.seconds, to.seconds], GAP_SECONDS);
}

function matchChapters(from: AudioOutline, to: AudioOutline): Anchor[] {
  const chapterCount = Math.min(from.chapters.length, to.chapters.length);
  const titles = longestChain(matchTitles(listTitles(from), listTitles(to), false));
  if (titles.length >= chapterCount / 2) return titles;
  const lengths = longestChain(matchLengths(from, to));
  if (lengths.length >= chapterCount * SAME_CHAPTERS_FRACTION) return lengths;
  if (from.chapters.length !== to.chapters.length) return titles;
  return longestChain(from.chapters.map(({ start }, at): Anchor => [start, to.chapters[at]?.start ?? 0]));
}

function listTitles({ chapters }: AudioOutline) {
  return chapters.map(({ title, start }) => [title, start] as const);
}

function matchLengths(from: AudioOutline, to: AudioOutline): Anchor[] {
  if (from.chapters.length > COMPARED_CHAPTERS_MAX || to.chapters.length > COMPARED_CHAPTERS_MAX) return [];
  return from.chapters.flatMap(({ start }, at) =>
    to.chapters.flatMap((other, index): Anchor[] => {
      const [length, otherLength] = [chapterLength(from, at), chapterLength(to, index)];
      return length >= COMPARED_MIN_SECONDS && Math.abs(length - otherLength) <= SAME_LENGTH_TOLERANCE_SECONDS
        ? [[start, other.start]]
        : [];
    }),
  );
}

function chapterLength({ chapters, seconds }: AudioOutline, at: number): number {
  return (chapters[at + 1]?.start ?? seconds) - (chapters[at]?.start ?? 0);
}

function addChapterEnds(starts: readonly Anchor[], from: AudioOutline, to: AudioOutline): Anchor[] {
  const endOf = ({ chapters, seconds }: AudioOutline, start: number) =>
    chapters.find((chapter) => chapter.start > start)?.start ?? seconds;
  const ends = starts.map(([start, other]): Anchor => [endOf(from, start), endOf(to, other)]);
  const anchors = starts.flatMap((start, at) => [start, ends[at] ?? start]);
  // of two anchors at one position, the start of a chapter wins
  return anchors.filter(([a, b], at) => {
    const next = anchors[at + 1];
    return next === undefined || (a <= next[0] && b <= next[1]);
  });
}
