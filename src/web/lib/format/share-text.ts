import { pluralize } from "#contract/counts.ts";
import type { Meeting } from "#contract/meetings.ts";

import { formatMonth, formatTimeForOthers, formatWeekday } from "./dates.ts";
import { formatPlace } from "./format-meeting.ts";

type Club = { name: string; timeZone: string };

/** Without the book, which may be a future one, and the link to join, which is for members (BEYOND 10). */
export function formatMeetingShare(club: Club, meeting: Pick<Meeting, "date" | "time" | "location">): string {
  const { date, time, location } = meeting;
  const timeTexts = [date && formatWeekday(date), time && formatTimeForOthers(date, time, club.timeZone)].filter(
    Boolean,
  );
  return joinLines([`${club.name} meets ${timeTexts.join(", ")}`.trim(), formatPlace(location)], "/");
}

export const formatBookShare = (club: Club, book: { title: string; author: string; month: string }): string =>
  joinLines([`${club.name} is reading ${book.title} by ${book.author}`, formatMonth(book.month)], "/");

export const formatVoteShare = (club: Club, month: string, result: string): string =>
  joinLines([`${club.name} voted for ${formatMonth(month)}`, result], "/recommendations");

export function formatYearShare(club: Club, { year, books }: { year: number; books: number }): string {
  return joinLines([`${club.name} read ${pluralize(books, "book")} in ${year}`], "/shelf");
}

/** The lines, and the URL of a page of the club. */
const joinLines = (lines: readonly string[], path: string): string =>
  [...lines, location.origin + path]
    .map((line) => line.replaceAll(/\s+/gu, " ").trim())
    .filter(Boolean)
    .join("\n");
