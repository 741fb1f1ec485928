import { formatInTimeZone } from "date-fns-tz";

import { splitJoinLink } from "#contract/meeting-place.ts";
import { clockTimeIn } from "#contract/zoned-time.ts";
import type { MeetingRow } from "#db/meetings.ts";
import type { Deps } from "#server/deps.ts";

import { startOrDayOf } from "./meeting-times.ts";

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
