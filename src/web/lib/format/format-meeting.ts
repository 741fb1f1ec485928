import { pluralize } from "#contract/counts.ts";
import { splitJoinLink } from "#contract/meeting-place.ts";
import type { Meeting } from "#contract/meetings.ts";

import { daysUntil } from "./club-time.ts";
import { formatDaysAhead, formatInReadersLanguage } from "./reader-locale.ts";

/** 'Wednesday, in 10 days', 'Wednesday' when canceled, or 'We met on Wednesday'; empty without a date. */
export function formatMeetingDay(
  { date, state }: Pick<Meeting, "date" | "state">,
  timeZone: string,
  now = new Date(),
): string {
  const days = daysUntil(date, timeZone, now);
  if (Number.isNaN(days)) return "";
  const weekday = formatInReadersLanguage(new Date(date), { weekday: "long", timeZone: "UTC" });
  if (state === "over") return `We met on ${weekday}`;
  if (state === "cancelled") return weekday;
  return days < 0 ? weekday : `${weekday}, ${formatDaysAhead(days)}`;
}

/** Without zeros, and afterwards without those who didn't come. */
export function formatAttendance({ answers, state }: Pick<Meeting, "answers" | "state">): string[] {
  const { yes, maybe, no, guests } = answers;
  const isOver = state === "over";
  return [
    `${yes} ${isOver ? "came" : "coming"}`,
    maybe > 0 && !isOver && `${maybe} maybe`,
    no > 0 && !isOver && `${no} can't`,
    guests > 0 && pluralize(guests, "guest"),
  ].filter((fact) => fact !== false);
}

/** Without the link to join. */
export function formatPlace(location: string): string {
  const { link, place } = splitJoinLink(location);
  return [place, link && "online"].filter(Boolean).join(", ");
}

export const isAnswerable = ({ date, dates }: Pick<Meeting, "date" | "dates">): boolean =>
  date !== "" || dates.length === 0;
