import type { Chapter } from "#contract/books.ts";

import { type Anchor, type Crosswalk, crosswalkOf, longestChain } from "./crosswalk.ts";
import { sameTitles } from "./titles.ts";

/** What is known of an audiobook's edition. */
export type SoundOutline = { seconds: number; chapters: readonly Chapter[] };

/** The same recording, cut at the same places. */
const SAME_SECONDS = 1.5;
const SAME_SOUND = 0.8;
const SHORTEST = 10;
const COMPARED_MAX = 1000;
/** Seconds. */
const UNIT = 0.001;

/** By chapters of the same title; where titles only number them, of the same length, or as many; else by share. */
export function compareSound(from: SoundOutline, to: SoundOutline): Crosswalk {
  return crosswalkOf(withEnds(sameChapters(from, to), from, to), [from.seconds, to.seconds], UNIT);
}

function sameChapters(from: SoundOutline, to: SoundOutline): Anchor[] {
  const chapters = Math.min(from.chapters.length, to.chapters.length);
  const titles = longestChain(sameTitles(linesOf(from), linesOf(to), false));
  if (titles.length >= chapters / 2) return titles;
  const lengths = longestChain(sameLengths(from, to));
  if (lengths.length >= chapters * SAME_SOUND) return lengths;
  if (from.chapters.length !== to.chapters.length) return titles;
  return longestChain(from.chapters.map(({ start }, at): Anchor => [start, to.chapters[at]?.start ?? 0]));
}

function linesOf({ chapters }: SoundOutline) {
  return chapters.map(({ title, start }) => [title, start] as const);
}

function sameLengths(from: SoundOutline, to: SoundOutline): Anchor[] {
  if (from.chapters.length > COMPARED_MAX || to.chapters.length > COMPARED_MAX) return [];
  return from.chapters.flatMap(({ start }, at) =>
    to.chapters.flatMap((other, index): Anchor[] => {
      const [own, theirs] = [lengthOf(from, at), lengthOf(to, index)];
      return own >= SHORTEST && Math.abs(own - theirs) <= SAME_SECONDS ? [[start, other.start]] : [];
    }),
  );
}

function lengthOf({ chapters, seconds }: SoundOutline, at: number): number {
  return (chapters[at + 1]?.start ?? seconds) - (chapters[at]?.start ?? 0);
}

/** A chapter that both have ends in both, too, whatever stands behind it. */
function withEnds(starts: readonly Anchor[], from: SoundOutline, to: SoundOutline): Anchor[] {
  const endOf = ({ chapters, seconds }: SoundOutline, start: number) =>
    chapters.find((chapter) => chapter.start > start)?.start ?? seconds;
  const ends = starts.map(([start, other]): Anchor => [endOf(from, start), endOf(to, other)]);
  const both = starts.flatMap((start, at) => [start, ends[at] ?? start]);
  // of two that name the same place, the one that begins a chapter counts
  return both.filter(([a, b], at) => {
    const next = both[at + 1];
    return next === undefined || (a <= next[0] && b <= next[1]);
  });
}
