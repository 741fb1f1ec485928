import type { Chapter } from "#contract/books.ts";
import { chapterIndexAt } from "#contract/chapters.ts";
import { isolateText } from "#contract/isolate-text.ts";

import { formatSecondsLeft } from "./format-time.ts";

/** 'Previous' restarts the chapter after this time. */
const RESTART_SECONDS = 3;

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

/** The title as in the reader and the talk, without a number, because a file's chapters may include an opening. */
export const chapterName = ({ title, index }: Pick<CurrentChapter, "title" | "index">): string =>
  isolateText(title) || `Part ${index + 1}`;

/** '4 min left in this chapter' at speed `rate`; no time at the end. */
export function formatCurrentChapter(chapter: CurrentChapter, position: number, rate: number): string {
  const seconds = (chapter.end - position) / rate;
  return seconds < 1 ? "End of this chapter" : `${formatSecondsLeft(seconds)} in this chapter`;
}

/** This close to the end the book counts as finished: the rest is the publisher's. */
const END_SECONDS = 10;

export const isFinished = (position: number, duration: number | null): boolean =>
  Boolean(duration) && position >= (duration ?? 0) - END_SECONDS;

export const isStarted = (position: number, duration: number | null): boolean =>
  position > 0 && !isFinished(position, duration);

/** The start of this chapter, or of the previous one shortly after its start. */
export function previousStart(chapters: readonly Chapter[], position: number): number {
  const index = chapterIndexAt(chapters, position);
  const start = chapters[index]?.start ?? 0;
  if (position - start > RESTART_SECONDS || index === 0) return start;
  return chapters[index - 1]?.start ?? 0;
}

export function nextStart(chapters: readonly Chapter[], position: number): number | null {
  return chapters[chapterIndexAt(chapters, position) + 1]?.start ?? null;
}

const MARKS_MAX = { narrow: 36, wide: 60 };

export function getMarkVisibility(count: number): "all" | "wide" | "none" {
  if (count <= MARKS_MAX.narrow) return "all";
  return count <= MARKS_MAX.wide ? "wide" : "none";
}

/** Positions in percent; the start needs no mark. */
export function chapterMarks(chapters: readonly Chapter[], duration: number): number[] {
  if (duration <= 0) return [];
  const starts = new Set(chapters.map(({ start }) => start));
  return [...starts].filter((start) => start > 0 && start < duration).map((start) => (start / duration) * 100);
}
