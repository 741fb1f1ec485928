import { addDays, addHours } from "date-fns";
import { formatInTimeZone } from "date-fns-tz";

import { CORRECTABLE_DAYS } from "#contract/limits.ts";
import { splitJoinLink } from "#contract/meeting-place.ts";
import { MEETING_HOURS } from "#contract/meeting.ts";
import type { MeetingState } from "#contract/meetings.ts";
import { addCalendarDays, localTime, toClockTimeIn } from "#contract/zoned-time.ts";
import type { MeetingRow } from "#db/meetings.ts";
import type { InstantAt } from "#server/adapters/clock.ts";
import type { Deps } from "#server/deps.ts";

type DateAndTime = Pick<MeetingRow, "date" | "time">;

export function getStart({ date, time }: DateAndTime, instantAt: InstantAt): Date | null {
  return date && time ? instantAt(`${date}T${time}`) : null;
}

/** As the club's clocks show it: when they go forward, they skip an hour. */
export function normalizeTime<Fields extends DateAndTime>({ config, instantAt }: Deps, fields: Fields): Fields {
  const start = getStart(fields, instantAt);
  if (!start) return fields;
  const [date = "", time = ""] = localTime(start, config.clubTimeZone).split("T");
  return { ...fields, date, time };
}

export function getStartOrDay({ date, time }: DateAndTime, instantAt: InstantAt): Date | null {
  return date ? instantAt(`${date}T${time || "00:00"}`) : null;
}

export function getEnd(meeting: DateAndTime, instantAt: InstantAt): Date | null {
  const start = getStart(meeting, instantAt);
  if (start) return addHours(start, MEETING_HOURS);
  return meeting.date ? instantAt(`${addCalendarDays(meeting.date, 1)}T00:00`) : null;
}

export function isPast(meeting: DateAndTime, now: Date, instantAt: InstantAt): boolean {
  const end = getEnd(meeting, instantAt);
  return end !== null && end <= now;
}

/** Counts from its end, or from when its date was set into the past (BEYOND 9). */
export function getCorrectionDeadline(
  meeting: DateAndTime & Pick<MeetingRow, "setPastAt">,
  instantAt: InstantAt,
): Date | null {
  const end = getEnd(meeting, instantAt);
  const setPastAt = new Date(meeting.setPastAt ?? 0);
  return end && addDays(setPastAt > end ? setPastAt : end, CORRECTABLE_DAYS);
}

export function getMeetingState(
  meeting: DateAndTime & Pick<MeetingRow, "cancelledAt">,
  now: Date,
  instantAt: InstantAt,
): MeetingState {
  if (meeting.cancelledAt !== null) return "cancelled";
  return isPast(meeting, now, instantAt) ? "over" : "planned";
}

/** In the club's time zone; unknown ones are empty. */
export type MeetingTexts = {
  day: string;
  date: string;
  time: string;
  /** Without the URL to join online. */
  place: string;
  /** An https URL, or empty. */
  link: string;
  /** Empty if the meeting is canceled. */
  host: string;
};

export function formatMeeting({ config, instantAt }: Deps, meeting: MeetingRow): MeetingTexts {
  const start = getStartOrDay(meeting, instantAt);
  const format = (pattern: string) => (start ? formatInTimeZone(start, config.clubTimeZone, pattern) : "");
  const { link, place } = splitJoinLink(meeting.location);
  return {
    day: format("EEEE, MMMM d"),
    date: format("EEEE, MMMM d, yyyy"),
    time: start && meeting.time ? toClockTimeIn(start, config.clubTimeZone) + format(" zzz") : "",
    place,
    link: link ?? "",
    host: (meeting.cancelledAt === null && meeting.hostName) || "",
  };
}
