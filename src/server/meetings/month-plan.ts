import { MISSING_PARTS, type MonthPlan } from "#contract/months.ts";
import { addCalendarDays } from "#contract/zoned-time.ts";
import type { MeetingRow } from "#db/meetings.ts";
import { findBookOfMonth } from "#server/books/catalog.ts";
import type { MemberViewer } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";

import { toSummary } from "./serialize-meeting.ts";

/** A month (yyyy-MM) and its missing parts, without its mail (BEYOND 1). */
export function getMonthPlan(deps: Deps, viewer: MemberViewer, month: string): Omit<MonthPlan, "mail"> {
  const { stores } = deps;
  const book = findBookOfMonth(deps, month);
  const shownMessage = stores.monthMessages.findShown(month);
  const meetings = stores.meetings.listOfMonth(month);
  const missingByPart = {
    book: book === null,
    cover: book !== null && book.coverImage === null,
    ebook: book !== null && book.ebookFilename === null,
    audiobook: book !== null && book.audiobookFilename === null,
    meeting: !meetings.some((meeting) => isScheduled(meeting) && monthOf(meeting) === month),
    message: stores.monthMessages.findOwn(month) === null,
  };
  return {
    month,
    book,
    message: shownMessage?.message ?? "",
    messageFrom: shownMessage?.month ?? null,
    meetings: meetings.map((meeting) => toSummary(deps, viewer, meeting)),
    missing: MISSING_PARTS.filter((part) => missingByPart[part]),
    suggestion: suggestMeeting(deps, month),
  };
}

function suggestMeeting({ stores }: Deps, month: string): MonthPlan["suggestion"] {
  const latestMeeting = stores.meetings.findLatestBefore(`${month}-01`);
  return (
    latestMeeting && {
      date: sameWeekday(latestMeeting.date, month),
      time: latestMeeting.time,
      location: latestMeeting.location,
    }
  );
}

const isScheduled = ({ cancelledAt, date }: MeetingRow): boolean => cancelledAt === null && date !== "";

/** A meeting belongs to its book's month, even if its date is in the next one. */
function monthOf({ bookMonth, date }: MeetingRow): string {
  return bookMonth ?? date.slice(0, 7);
}

const DAYS_PER_WEEK = 7;

/** Maps a second Wednesday to the month's second Wednesday, and the last one to the last one. */
export function sameWeekday(day: string, month: string): string {
  const firstDay = `${month}-01`;
  const daysAhead = (weekdayOf(day) - weekdayOf(firstDay) + DAYS_PER_WEEK) % DAYS_PER_WEEK;
  const days = Array.from({ length: 5 }, (_, week) =>
    addCalendarDays(firstDay, daysAhead + week * DAYS_PER_WEEK),
  ).filter((one) => one.startsWith(month));
  const isLast = !addCalendarDays(day, DAYS_PER_WEEK).startsWith(day.slice(0, 7));
  const index = isLast ? days.length - 1 : Math.floor((Number(day.slice(8)) - 1) / DAYS_PER_WEEK);
  return days[index] ?? firstDay;
}

function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}
