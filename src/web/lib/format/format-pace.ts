import { formatCount, pluralize } from "#contract/counts.ts";
import type { Meeting } from "#contract/meetings.ts";

import { daysUntil } from "./club-time.ts";
import { formatWeekday } from "./dates.ts";
import { formatMinutes } from "./duration.ts";

const HOURS_FROM_MINUTES = 90;

type PaceOptions = {
  left: string;
  minutes: number;
  meeting: Pick<Meeting, "date" | "state">;
  timeZone: string;
};

/** '3 h 20 min left, 25 minutes a day until Wed, Jan 28' (BEYOND 9) */
export function formatPace({ left, minutes, ...until }: PaceOptions, now = new Date()): string | null {
  // Rounded as on the server, so that Home and the reader show the same.
  const totalMinutes = Math.round(minutes);
  if (totalMinutes < 1) return null;
  return formatUntilMeeting({ left, perDay: (days) => formatMinutesPerDay(totalMinutes / days), ...until }, now);
}

type PagesOptions = { pages: number } & Pick<PaceOptions, "meeting" | "timeZone">;

/** '77 pages left, 11 a day until Wed, Jan 28' (BEYOND 10) */
export function formatPagesLeft({ pages, ...until }: PagesOptions, now = new Date()): string | null {
  if (pages < 1) return null;
  const left = `${pluralize(pages, "page")} left`;
  return formatUntilMeeting({ left, perDay: (days) => formatCount(Math.ceil(pages / days)), ...until }, now);
}

type UntilMeetingOptions = Omit<PaceOptions, "minutes"> & { perDay: (days: number) => string };

function formatUntilMeeting({ left, perDay, meeting, timeZone }: UntilMeetingOptions, now: Date): string | null {
  const days = daysUntil(meeting.date, timeZone, now);
  if (meeting.state !== "planned" || !(days >= 0)) return null;
  if (days < 2) return `${left} until ${days === 0 ? "today" : "tomorrow"}'s meeting`;
  return `${left}, ${perDay(days)} a day until ${formatWeekday(meeting.date)}`;
}

function formatMinutesPerDay(minutes: number): string {
  const wholeMinutes = Math.ceil(minutes);
  if (wholeMinutes >= HOURS_FROM_MINUTES) return formatMinutes(wholeMinutes);
  return wholeMinutes === 1 ? "1 minute" : `${wholeMinutes} minutes`;
}
