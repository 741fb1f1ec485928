import { addHours } from "date-fns";

import { HOST_NOTICE_HOURS } from "#contract/limits.ts";
import { localTime } from "#contract/zoned-time.ts";
import type { MeetingRow } from "#db/meetings.ts";
import type { Deps } from "#server/deps.ts";
import { fieldError } from "#server/errors.ts";

import { startOrDayOf } from "./meeting-times.ts";

type When = Pick<MeetingRow, "date" | "time">;

/**
 * Which date a host may give a meeting that isn't over: the end of a meeting opens the talk about its book, so only admins
 * set one into the past or at short notice (BEYOND 14). @throws AppError 'invalid'
 */
export function requireHostsDate({ clock, config, instantAt }: Deps, meeting: When, next: When): void {
  const isSameDay = next.date === meeting.date;
  if (isSameDay && (next.time === meeting.time || next.date === "")) return;
  const start = startOrDayOf(next, instantAt);
  if (start === null) throw fieldError("/date", "Only admins can remove the date.");
  const now = clock.now();
  if (isSameDay) {
    if (start > now) return;
    throw fieldError("/time", "Choose a time that lies ahead. Only admins can set one in the past.");
  }
  if (localTime(now, config.clubTimeZone).startsWith(`${meeting.date}T`))
    throw fieldError("/date", "On the day of the meeting you can change its time, but only admins its date.");
  if (start < addHours(now, HOST_NOTICE_HOURS))
    throw fieldError("/date", `Choose a date at least ${HOST_NOTICE_HOURS} hours ahead. Admins can set any date.`);
}
