import { differenceInCalendarDays } from "date-fns";

import { dayAfter } from "#contract/zoned-time.ts";

/** Where a chapter ends, as a share of the book. */
export type ChapterEnd = Readonly<{ index: number; title: string; end: number }>;
/** `chapter` is null where the line ends within one. */
type Line = Readonly<{ by: string; fraction: number; chapter: Omit<ChapterEnd, "end"> | null }>;

const DAYS_MIN = 8;
const FIRST_DAYS_MIN = 4;
const WEEK = 7;

/**
 * Equal shares of the book, one a week back from the meeting, each moved to the nearest end of a chapter within half a
 * share (BEYOND 13). @param first the book's first day; like `meeting` yyyy-MM-dd
 */
export function planLines(first: string, meeting: string, chapters: readonly ChapterEnd[]): Line[] {
  const days = daysOf(first, meeting);
  const lines: Line[] = [];
  for (const [at, by] of days.entries()) {
    const target = (at + 1) / days.length;
    const after = lines.at(-1)?.fraction ?? 0;
    lines.push({
      by,
      ...moved(target, { after, within: 0.5 / days.length, isLast: at === days.length - 1 }, chapters),
    });
  }
  return lines;
}

/** The meeting's day and each week before it, the earliest first; none where the month is too short for a plan. */
function daysOf(first: string, meeting: string): string[] {
  const span = differenceInCalendarDays(meeting, first);
  if (span < DAYS_MIN) return [];
  const count = Math.floor((span - FIRST_DAYS_MIN) / WEEK) + 1;
  return Array.from({ length: count }, (_, at) => dayAfter(meeting, WEEK * (at - count + 1)));
}

type Room = { after: number; within: number; isLast: boolean };

function moved(target: number, { after, within, isLast }: Room, chapters: readonly ChapterEnd[]): Omit<Line, "by"> {
  const distance = ({ end }: ChapterEnd) => Math.abs(end - target);
  const allowed = chapters.filter((chapter) =>
    isLast ? chapter.end >= 1 : chapter.end > after && chapter.end < 1 && distance(chapter) <= within,
  );
  // of a part and its last chapter, which end together, the chapter
  const nearest = allowed.reduce<ChapterEnd | null>(
    (best, chapter) => (best && distance(best) < distance(chapter) ? best : chapter),
    null,
  );
  const fraction = isLast ? 1 : (nearest?.end ?? target);
  return { fraction, chapter: nearest && { index: nearest.index, title: nearest.title } };
}
