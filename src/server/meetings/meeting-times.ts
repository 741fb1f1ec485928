import { addHours } from "date-fns";

import { MEETING_HOURS } from "#contract/meeting.ts";
import type { MeetingState } from "#contract/meetings.ts";
import { dayAfter, zonedInstant } from "#contract/zoned-time.ts";
import type { MeetingRow } from "#db/meetings.ts";

type Times = Pick<MeetingRow, "date" | "time">;

export function startOf({ date, time }: Times, timeZone: string): Date | null {
  return date && time ? instantOf(`${date}T${time}`, timeZone) : null;
}

/** Its start, or its day's where only that is known; null without a date. */
export function beginningOf({ date, time }: Times, timeZone: string): Date | null {
  return date ? instantOf(`${date}T${time || "00:00"}`, timeZone) : null;
}

/** Two hours after its start, or the end of its day; null without a date. */
export function endOf(meeting: Times, timeZone: string): Date | null {
  const start = startOf(meeting, timeZone);
  if (start) return addHours(start, MEETING_HOURS);
  return meeting.date ? instantOf(`${dayAfter(meeting.date, 1)}T00:00`, timeZone) : null;
}

/** Also true of a canceled one after its time. */
export function isPast(meeting: Times, now: Date, timeZone: string): boolean {
  const end = endOf(meeting, timeZone);
  return end !== null && end <= now;
}

export function stateOf(meeting: Times & Pick<MeetingRow, "cancelledAt">, now: Date, timeZone: string): MeetingState {
  if (meeting.cancelledAt !== null) return "cancelled";
  return isPast(meeting, now, timeZone) ? "over" : "planned";
}

const INSTANTS_MAX = 1000;
const instants = new Map<string, number>();

/** `zonedInstant`, which asks a calendar three times, remembered: Home asks for the current meeting's again and again. */
function instantOf(local: string, timeZone: string): Date {
  const key = `${local} ${timeZone}`;
  const known = instants.get(key);
  if (known !== undefined) return new Date(known);
  const instant = zonedInstant(local, timeZone);
  if (instants.size >= INSTANTS_MAX) instants.clear();
  instants.set(key, instant.getTime());
  return instant;
}
