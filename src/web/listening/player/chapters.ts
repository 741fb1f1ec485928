import type { Chapter } from "#contract/books.ts";
import { chapterAt } from "#contract/chapters.ts";

import { leftText } from "./time-text.ts";

/** Pressing 'previous' this far into a chapter goes to its own start, in seconds. */
const RESTART_SECONDS = 3;

/** The chapter that plays: `index` from 0, `start` and `end` in seconds of the audiobook. */
export type ChapterNow = { index: number; count: number; title: string; start: number; end: number };

/** The chapter at a position, or null for a book without chapters. */
export function chapterNow(chapters: readonly Chapter[], position: number, duration: number): ChapterNow | null {
  const index = chapterAt(chapters, position);
  const chapter = chapters[index];
  if (!chapter) return null;
  const end = chapters[index + 1]?.start ?? Math.max(duration, chapter.start);
  return { index, count: chapters.length, title: chapter.title, start: chapter.start, end };
}

/** A chapter's title, or 'Part 7': the number counts the file's parts, which titles may number otherwise. */
export const chapterName = ({ title, index }: Pick<ChapterNow, "title" | "index">): string =>
  title || `Part ${index + 1}`;

/** 'Part 7 of 31, 4 min left', the time at the speed `rate`; a narrow line breaks at the comma alone. */
export function chapterText(now: ChapterNow, position: number, rate: number): string {
  const left = leftText((now.end - position) / rate).replaceAll(" ", "\u00A0");
  return `Part ${now.index + 1} of ${now.count}, ${left}`;
}

/** Seconds before the end from which the book counts as finished: what follows is the publisher's. */
const END_SECONDS = 10;

/** @param duration seconds; 0 or null while it isn't known */
export const isFinished = (position: number, duration: number | null): boolean =>
  Boolean(duration) && position >= (duration ?? 0) - END_SECONDS;

/** True for a place that is worth resuming. */
export const isBegun = (position: number, duration: number | null): boolean =>
  position > 0 && !isFinished(position, duration);

/** Where 'previous chapter' leads: the start of this one, or of the one before when it has just begun. */
export function previousStart(chapters: readonly Chapter[], position: number): number {
  const index = chapterAt(chapters, position);
  const start = chapters[index]?.start ?? 0;
  if (position - start > RESTART_SECONDS || index === 0) return start;
  return chapters[index - 1]?.start ?? 0;
}

/** Where 'next chapter' leads, or null in the last one. */
export function nextStart(chapters: readonly Chapter[], position: number): number | null {
  return chapters[chapterAt(chapters, position) + 1]?.start ?? null;
}

/** With more marks than these they would run together into a hatching, on a narrow or on any screen. */
const MARKS_MAX = { narrow: 36, wide: 60 };

/** For whose screens there is room for so many marks on the slider. */
export function roomForMarks(count: number): "all" | "wide" | "none" {
  if (count <= MARKS_MAX.narrow) return "all";
  return count <= MARKS_MAX.wide ? "wide" : "none";
}

/** Where chapters begin on a slider, in percent of the whole; the very beginning needs no mark. */
export function chapterMarks(chapters: readonly Chapter[], duration: number): number[] {
  if (duration <= 0) return [];
  const starts = new Set(chapters.map(({ start }) => start));
  return [...starts].filter((start) => start > 0 && start < duration).map((start) => (start / duration) * 100);
}
