import type { PlanLine } from "#contract/plan.ts";
import { secondsAt } from "#contract/timeline.ts";
import { type LoadedBook, openBook } from "#server/alignment/loaded-book.ts";
import type { MemberViewer } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { listMeetingsOfBook } from "#server/meetings/current-meeting.ts";
import { isMeetingOver } from "#server/meetings/meeting-times.ts";

import { createPageLookup } from "./paper.ts";
import { type ChapterEnd, createPlanSteps } from "./plan-lines.ts";

/** How far to read until the next meeting (BEYOND 10, 13); only `page` differs between members. */
export async function getPlan(deps: Deps, { id: userId, isAdmin }: MemberViewer, bookId: number): Promise<PlanLine[]> {
  const lines = await getPlanWithoutPages(deps, { isAdmin }, bookId);
  const pageAt = createPageLookup(deps, { userId, bookId });
  return lines.map((line) => ({ ...line, page: pageAt(line.fraction) }));
}

export async function getPlanWithoutPages(
  deps: Deps,
  { isAdmin }: Pick<MemberViewer, "isAdmin">,
  bookId: number,
): Promise<Omit<PlanLine, "page">[]> {
  // the plan is the same for everyone, so it uses no member's anchors
  const loaded = await openBook(deps, { id: 0, isAdmin }, bookId);
  const meeting = findNextMeeting(deps, bookId);
  if (!meeting) return [];
  return createPlanSteps(`${loaded.book.month}-01`, meeting.date, listChapterEnds(loaded)).map((line) => ({
    ...line,
    seconds: secondsAtFraction(loaded, line.fraction),
  }));
}

function findNextMeeting(deps: Deps, bookId: number) {
  return listMeetingsOfBook(deps, bookId)
    .filter((meeting) => meeting.date !== "" && meeting.cancelledAt === null && !isMeetingOver(deps, meeting))
    .toSorted((one, other) => `${one.date}T${one.time}`.localeCompare(`${other.date}T${other.time}`))[0];
}

function secondsAtFraction({ book, timeline }: LoadedBook, fraction: number): number | null {
  if (!book.audiobookSeconds) return null;
  return Math.round(timeline ? secondsAt(timeline, fraction) : fraction * book.audiobookSeconds);
}

function listChapterEnds({ book, contents }: Pick<LoadedBook, "book" | "contents">): ChapterEnd[] {
  if (contents)
    return toChapterEnds(
      contents.toc.flatMap(({ start, ...entry }, index) => (start === null ? [] : [{ ...entry, start, index }])),
      contents.length,
    );
  const seconds = book.audiobookSeconds ?? 0;
  return toChapterEnds(
    book.chapters.map(({ title, start }, index) => ({ title, start, level: 0, index })),
    seconds,
  );
}

type ChapterEntry = { title: string; start: number; level: number; index: number };

function toChapterEnds(entries: readonly ChapterEntry[], length: number): ChapterEnd[] {
  if (length <= 0) return [];
  return entries.flatMap(({ title, start, level, index }, at) => {
    // a part ends where the next part starts
    const next = entries.slice(at + 1).find((entry) => entry.level <= level);
    const nextStart = next?.start ?? length;
    return nextStart > start ? [{ index, title, end: nextStart / length }] : [];
  });
}
