import { addDays, addHours } from "date-fns";
import { formatInTimeZone } from "date-fns-tz";

import { CORRECTABLE_DAYS } from "#contract/limits.ts";
import { splitJoinLink } from "#contract/meeting-place.ts";
import { MEETING_HOURS } from "#contract/meeting.ts";
import type { MeetingState } from "#contract/meetings.ts";
import { clockTimeIn, dayAfter, localTime } from "#contract/zoned-time.ts";
import type { MeetingRow } from "#db/meetings.ts";
import type { InstantAt } from "#server/adapters/clock.ts";
import type { Deps } from "#server/deps.ts";

type Times = Pick<MeetingRow, "date" | "time">;

export function startOf({ date, time }: Times, instantAt: InstantAt): Date | null {
  return date && time ? instantAt(`${date}T${time}`) : null;
}

/** With what the club's clocks show then: in the night when they go forward, they skip an hour. */
export function asShown<Fields extends Times>({ config, instantAt }: Deps, fields: Fields): Fields {
  const start = startOf(fields, instantAt);
  if (!start) return fields;
  const [date = "", time = ""] = localTime(start, config.clubTimeZone).split("T");
  return { ...fields, date, time };
}

/** Its start, or its day's where only that is known; null without a date. */
export function startOrDayOf({ date, time }: Times, instantAt: InstantAt): Date | null {
  return date ? instantAt(`${date}T${time || "00:00"}`) : null;
}

/** Two hours after its start, or the end of its day; null without a date. */
export function endOf(meeting: Times, instantAt: InstantAt): Date | null {
  const start = startOf(meeting, instantAt);
  if (start) return addHours(start, MEETING_HOURS);
  return meeting.date ? instantAt(`${dayAfter(meeting.date, 1)}T00:00`) : null;
}

/** Also true of a canceled one after its time. */
export function isPast(meeting: Times, now: Date, instantAt: InstantAt): boolean {
  const end = endOf(meeting, instantAt);
  return end !== null && end <= now;
}

/** Counts from its end, or from when its date was set into the past (BEYOND 9); null without a date. */
export function correctableUntil(meeting: Times & Pick<MeetingRow, "setPastAt">, instantAt: InstantAt): Date | null {
  const end = endOf(meeting, instantAt);
  const setPastAt = new Date(meeting.setPastAt ?? 0);
  return end && addDays(setPastAt > end ? setPastAt : end, CORRECTABLE_DAYS);
}

export function stateOf(
  meeting: Times & Pick<MeetingRow, "cancelledAt">,
  now: Date,
  instantAt: InstantAt,
): MeetingState {
  if (meeting.cancelledAt !== null) return "cancelled";
  return isPast(meeting, now, instantAt) ? "over" : "planned";
}

/** When and where, as people read it, in the club's time zone; empty where unknown. */
export type MeetingTexts = {
  day: string;
  date: string;
  time: string;
  /** Where to go, without the address to join online. */
  place: string;
  /** An https address, or empty. */
  link: string;
  host: string;
};

export function meetingTexts({ config, instantAt }: Deps, meeting: MeetingRow): MeetingTexts {
  const beginning = startOrDayOf(meeting, instantAt);
  const format = (pattern: string) => (beginning ? formatInTimeZone(beginning, config.clubTimeZone, pattern) : "");
  const { link, place } = splitJoinLink(meeting.location);
  return {
    day: format("EEEE, MMMM d"),
    date: format("EEEE, MMMM d, yyyy"),
    time: beginning && meeting.time ? clockTimeIn(beginning, config.clubTimeZone) + format(" zzz") : "",
    place,
    link: link ?? "",
    host: meeting.hostName ?? "",
  };
}
