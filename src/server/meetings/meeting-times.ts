import { addDays, addHours } from "date-fns";
import { formatInTimeZone } from "date-fns-tz";

import { CORRECTABLE_DAYS } from "#contract/limits.ts";
import { splitJoinLink } from "#contract/meeting-place.ts";
import { MEETING_HOURS } from "#contract/meeting.ts";
import type { MeetingState } from "#contract/meetings.ts";
import { addCalendarDays, localTime, toClockTimeIn, zonedInstant } from "#contract/zoned-time.ts";
import type { MeetingRow } from "#db/meetings.ts";
import type { Deps } from "#server/deps.ts";

type DateAndTime = Pick<MeetingRow, "date" | "time">;

export function getStart({ config }: Deps, { date, time }: DateAndTime): Date | null {
  return date && time ? zonedInstant(`${date}T${time}`, config.clubTimeZone) : null;
}

/** As the club's clocks show it: when they go forward, they skip an hour. A stored time may be in such an hour. */
export function normalizeTime<Fields extends DateAndTime>(deps: Deps, fields: Fields): Fields {
  const start = getStart(deps, fields);
  if (!start) return fields;
  const [date = "", time = ""] = localTime(start, deps.config.clubTimeZone).split("T");
  return { ...fields, date, time };
}

export function getStartOrDay({ config }: Deps, { date, time }: DateAndTime): Date | null {
  return date ? zonedInstant(`${date}T${time || "00:00"}`, config.clubTimeZone) : null;
}

export function getEnd(deps: Deps, meeting: DateAndTime): Date | null {
  const start = getStart(deps, meeting);
  if (start) return addHours(start, MEETING_HOURS);
  return meeting.date ? getStartOrDay(deps, { date: addCalendarDays(meeting.date, 1), time: "" }) : null;
}

/** Also true for a canceled one after its time. */
export function isMeetingOver(deps: Deps, meeting: DateAndTime): boolean {
  const end = getEnd(deps, meeting);
  return end !== null && end <= deps.clock.now();
}

/** Counts from its end, or from when its date was set into the past (BEYOND 9). */
export function getCorrectionDeadline(deps: Deps, meeting: DateAndTime & Pick<MeetingRow, "setPastAt">): Date | null {
  const end = getEnd(deps, meeting);
  const setPastAt = new Date(meeting.setPastAt ?? 0);
  return end && addDays(setPastAt > end ? setPastAt : end, CORRECTABLE_DAYS);
}

export function getMeetingState(deps: Deps, meeting: DateAndTime & Pick<MeetingRow, "cancelledAt">): MeetingState {
  if (meeting.cancelledAt !== null) return "cancelled";
  return isMeetingOver(deps, meeting) ? "over" : "planned";
}

export type MeetingTexts = ReturnType<typeof formatMeeting>;

/** In the club's time zone; unknown texts are empty. */
export function formatMeeting(deps: Deps, meeting: MeetingRow) {
  const { config } = deps;
  const start = getStartOrDay(deps, meeting);
  const format = (pattern: string) => (start ? formatInTimeZone(start, config.clubTimeZone, pattern) : "");
  const { link, place } = splitJoinLink(meeting.location);
  return {
    day: format("EEEE, MMMM d"),
    date: format("EEEE, MMMM d, yyyy"),
    time: start && meeting.time ? toClockTimeIn(start, config.clubTimeZone) + format(" zzz") : "",
    /** Without the URL to join online. */
    place,
    /** An https URL, or empty. */
    link: link ?? "",
    /** Empty if the meeting is canceled. */
    host: (meeting.cancelledAt === null && meeting.host?.displayName) || "",
  };
}
