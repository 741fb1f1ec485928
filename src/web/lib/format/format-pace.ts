import type { Meeting } from "#contract/meetings.ts";
import { localTime } from "#contract/zoned-time.ts";

import { formatCount, pluralize } from "./counts.ts";
import { durationText } from "./duration.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Days. From here on, a weekday could be that of another week. */
const WEEK = 7;
/** From this many minutes a day on, the text uses hours. */
const LONG = 90;

type LeftUntil = {
  /** '3 h 20 min left'. */
  left: string;
  minutes: number;
  meeting: Pick<Meeting, "date" | "state">;
  timeZone: string;
};

/** '3 h 20 min left, 25 minutes a day until Wednesday'; null without a meeting ahead (BEYOND 9). */
export function formatPace({ left, minutes, meeting, timeZone }: LeftUntil, now = new Date()): string | null {
  if (Math.round(minutes) < 1) return null;
  return untilMeeting({ left, shareOf: (days) => shareText(minutes / days), meeting, timeZone }, now);
}

type PagesUntil = { pages: number } & Pick<LeftUntil, "meeting" | "timeZone">;

/** '77 pages left, 11 a day until Wednesday'; null without a meeting ahead (BEYOND 10). */
export function pagesText({ pages, meeting, timeZone }: PagesUntil, now = new Date()): string | null {
  if (pages < 1) return null;
  const left = `${pluralize(pages, "page")} left`;
  return untilMeeting({ left, shareOf: (days) => formatCount(Math.ceil(pages / days)), meeting, timeZone }, now);
}

/** 'Sunday', or 'December 3' from a week on. @param by yyyy-MM-dd */
export function formatRelativeDay(by: string, timeZone: string, now: Date): string {
  const day = Date.parse(`${by}T00:00:00Z`);
  const days = daysUntil(day, timeZone, now);
  if (days === 0 || days === 1) return days === 0 ? "today" : "tomorrow";
  return dayText(day, days);
}

type Until = Omit<LeftUntil, "minutes"> & { shareOf: (days: number) => string };

function untilMeeting({ left, shareOf, meeting, timeZone }: Until, now: Date): string | null {
  const day = Date.parse(`${meeting.date}T00:00:00Z`);
  if (meeting.state !== "planned" || Number.isNaN(day)) return null;
  const days = daysUntil(day, timeZone, now);
  if (days < 0) return null;
  if (days < 2) return `${left} until ${days === 0 ? "today" : "tomorrow"}'s meeting`;
  return `${left}, ${shareOf(days)} a day until ${dayText(day, days)}`;
}

function daysUntil(day: number, timeZone: string, now: Date): number {
  return Math.round((day - Date.parse(`${localTime(now, timeZone).slice(0, 10)}T00:00:00Z`)) / DAY_MS);
}

function shareText(minutes: number): string {
  const whole = Math.ceil(minutes);
  if (whole >= LONG) return durationText(whole);
  return whole === 1 ? "1 minute" : `${whole} minutes`;
}

function dayText(day: number, days: number): string {
  const form = days < WEEK ? ({ weekday: "long" } as const) : ({ month: "long", day: "numeric" } as const);
  return new Intl.DateTimeFormat("en-US", { ...form, timeZone: "UTC" }).format(day);
}
