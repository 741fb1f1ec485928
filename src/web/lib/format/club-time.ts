import { MEETING_HOURS } from "#contract/meeting.ts";
import type { Meeting } from "#contract/meetings.ts";
import { addCalendarDays, addCalendarMonths, localTime } from "#contract/zoned-time.ts";

import { addHours, findMeetingStart } from "./dates.ts";

export const currentMonth = (timeZone: string): string => localTime(new Date(), timeZone).slice(0, 7);

/** The first months, from one on, that have no book yet. */
export function findFreeMonths(from: string, books: readonly { month: string }[], count: number): string[] {
  const freeMonths: string[] = [];
  for (let month = from; freeMonths.length < count; month = addCalendarMonths(month, 1))
    if (books.every((book) => book.month !== month)) freeMonths.push(month);
  return freeMonths;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whole days from today in the club's time zone to yyyy-MM-dd; NaN without a date. */
export const daysUntil = (date: string, timeZone: string, now: Date): number =>
  (Date.parse(date) - Date.parse(localTime(now, timeZone).slice(0, 10))) / DAY_MS;

export function isMeetingOver({ date, time }: Pick<Meeting, "date" | "time">, timeZone: string): boolean {
  const start = findMeetingStart(date, time || "00:00", timeZone);
  if (!start) return false;
  const endTime = time ? addHours(start, MEETING_HOURS) : findMeetingStart(addCalendarDays(date, 1), "00:00", timeZone);
  return endTime !== null && endTime.getTime() <= Date.now();
}

/** In milliseconds since 1970. */
export function joinWindow(
  { date, time }: Pick<Meeting, "date" | "time">,
  timeZone: string,
): { from: number; until: number } | null {
  const start = findMeetingStart(date, time, timeZone);
  return start && { from: addHours(start, -1).getTime(), until: addHours(start, MEETING_HOURS).getTime() };
}
