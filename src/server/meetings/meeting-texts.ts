import { formatInTimeZone } from "date-fns-tz";

import type { MeetingRow } from "#db/meetings.ts";
import type { Deps } from "#server/deps.ts";

import { startOrDayOf } from "./meeting-times.ts";

/** When and where, as people read it, in the club's time zone; empty where unknown. */
export type MeetingTexts = {
  day: string;
  date: string;
  time: string;
  place: string;
};

export function meetingTexts({ config, instantAt }: Deps, meeting: MeetingRow): MeetingTexts {
  const beginning = startOrDayOf(meeting, instantAt);
  const format = (pattern: string) => (beginning ? formatInTimeZone(beginning, config.clubTimeZone, pattern) : "");
  return {
    day: format("EEEE, MMMM d"),
    date: format("EEEE, MMMM d, yyyy"),
    time: meeting.time ? format("h:mm a zzz") : "",
    place: meeting.location.trim(),
  };
}
