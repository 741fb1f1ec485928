import type { Meeting } from "#contract/meetings.ts";
import { localTime } from "#contract/zoned-time.ts";

import { durationText } from "./duration.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Days. From here on, a weekday could be that of another week. */
const WEEK = 7;
/** From this many minutes a day on, the text uses hours. */
const LONG = 90;

export type LeftUntil = {
  /** '3 h 20 min left'. */
  left: string;
  minutes: number;
  meeting: Pick<Meeting, "date" | "state">;
  timeZone: string;
};

/** '3 h 20 min left, 25 minutes a day until Wednesday'; null without a meeting ahead (BEYOND 9). */
export function paceText({ left, minutes, meeting, timeZone }: LeftUntil, now = new Date()): string | null {
  const day = Date.parse(`${meeting.date}T00:00:00Z`);
  if (meeting.state !== "planned" || Number.isNaN(day) || Math.round(minutes) < 1) return null;
  const days = Math.round((day - Date.parse(`${localTime(now, timeZone).slice(0, 10)}T00:00:00Z`)) / DAY_MS);
  if (days < 0) return null;
  if (days < 2) return `${left} until ${days === 0 ? "today" : "tomorrow"}'s meeting`;
  return `${left}, ${shareText(minutes / days)} a day until ${dayText(day, days)}`;
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
