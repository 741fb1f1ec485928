import type { Chapter } from "#contract/books.ts";
import { chapterIndexAt } from "#contract/chapters.ts";

import { leftText } from "./format-time.ts";

/** Pressing 'previous' later than this restarts the chapter. */
const RESTART_SECONDS = 3;

/** `index` from 0; `start` and `end` in seconds of the audiobook. */
type CurrentChapter = { index: number; title: string; start: number; end: number };

export function currentChapter(
  chapters: readonly Chapter[],
  position: number,
  duration: number,
): CurrentChapter | null {
  const index = chapterIndexAt(chapters, position);
  const chapter = chapters[index];
  if (!chapter) return null;
  const end = chapters[index + 1]?.start ?? Math.max(duration, chapter.start);
  return { index, title: chapter.title, start: chapter.start, end };
}

/** The title as reader and talk have it, and no number beside it: a file's parts may count an opening, too. */
export const chapterName = ({ title, index }: Pick<CurrentChapter, "title" | "index">): string =>
  title || `Part ${index + 1}`;

/** '4 min left in this chapter' at the speed `rate`; at its end no time. */
export function chapterText(now: CurrentChapter, position: number, rate: number): string {
  const seconds = (now.end - position) / rate;
  return seconds < 1 ? "End of this chapter" : `${leftText(seconds)} in this chapter`;
}

/** The book counts as finished this close to the end: the rest is the publisher's. */
const END_SECONDS = 10;

export const isFinished = (position: number, duration: number | null): boolean =>
  Boolean(duration) && position >= (duration ?? 0) - END_SECONDS;

export const isBegun = (position: number, duration: number | null): boolean =>
  position > 0 && !isFinished(position, duration);

/** The start of this chapter, or of the previous one when it has just begun. */
export function previousStart(chapters: readonly Chapter[], position: number): number {
  const index = chapterIndexAt(chapters, position);
  const start = chapters[index]?.start ?? 0;
  if (position - start > RESTART_SECONDS || index === 0) return start;
  return chapters[index - 1]?.start ?? 0;
}

export function nextStart(chapters: readonly Chapter[], position: number): number | null {
  return chapters[chapterIndexAt(chapters, position) + 1]?.start ?? null;
}

/** With more marks, they would touch. */
const MARKS_MAX = { narrow: 36, wide: 60 };

/** On which screens that many marks fit. */
export function screensForMarks(count: number): "all" | "wide" | "none" {
  if (count <= MARKS_MAX.narrow) return "all";
  return count <= MARKS_MAX.wide ? "wide" : "none";
}

/** In percent; the very start needs no mark. */
export function chapterMarks(chapters: readonly Chapter[], duration: number): number[] {
  if (duration <= 0) return [];
  const starts = new Set(chapters.map(({ start }) => start));
  return [...starts].filter((start) => start > 0 && start < duration).map((start) => (start / duration) * 100);
}
