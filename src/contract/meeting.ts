import type { Club } from "./club.ts";
import { splitJoinLink } from "./meeting-place.ts";
import type { MeetingSummary } from "./meetings.ts";
import { replaceLineBreaks } from "./text-rule.ts";

export const MEETING_HOURS = 2;

export type CalendarMeeting = Pick<
  MeetingSummary,
  "uid" | "date" | "time" | "location" | "sequence" | "state" | "bookTitle" | "host"
>;

export type CalendarEntry = {
  /** Constant, so that a newer file updates the entry. */
  uid: string;
  sequence: number;
  status: "CONFIRMED" | "CANCELLED";
  title: string;
  description: string;
  location: string;
  organizerName: string;
  fileName: string;
  /** yyyy-MM-dd in the club's time zone. */
  date: string;
  /** HH:mm; null for an all-day entry. */
  time: string | null;
};

/** Null without a date. Values are single lines, because a line break would inject a property (SPEC 9, BEYOND 9). */
export function createCalendarEntry(
  club: Pick<Club, "name" | "shortName">,
  meeting: CalendarMeeting,
): CalendarEntry | null {
  if (!meeting.date) return null;
  const name = replaceLineBreaks(club.name);
  const book = replaceLineBreaks(meeting.bookTitle ?? "");
  const { link } = splitJoinLink(replaceLineBreaks(meeting.location));
  return {
    uid: meeting.uid,
    sequence: meeting.sequence,
    status: meeting.state === "cancelled" ? "CANCELLED" : "CONFIRMED",
    title: book ? `${name} Meeting: ${book}` : `${name} Meeting`,
    description: [
      book ? `This month we talk about ${book}.` : "The monthly meeting of the club.",
      meeting.host && `${replaceLineBreaks(meeting.host.displayName)} hosts.`,
      // calendars turn URLs in descriptions into links
      link && `Join online: ${link}`,
    ]
      .filter(Boolean)
      .join(" "),
    location: replaceLineBreaks(meeting.location),
    // it's quoted in the file
    organizerName: name.replaceAll('"', "'"),
    fileName: `${club.shortName}_meeting.ics`,
    date: meeting.date,
    time: meeting.time || null,
  };
}

/** `ics` rejects IPv6 addresses, underscores and a trailing dot. */
export function organizerEmail(host: string): string {
  return `bookclub@${host.replaceAll(/[^a-z\d.-]/gi, "x").replace(/\.$/, "")}`;
}

/** True if a calendar entry is possible (SPEC 5). */
export function isMeetingSet(meeting: Pick<CalendarMeeting, "date" | "time" | "location">): boolean {
  return Boolean(meeting.date && meeting.time && replaceLineBreaks(meeting.location));
}

const LINE_MAX_BYTES = 75;
const encoder = new TextEncoder();

/** Folds lines at 75 octets (RFC 5545 3.1); `ics` counts characters. */
export function foldCalendar(text: string): string {
  return text
    .replaceAll(/\r\n[ \t]/g, "")
    .split("\r\n")
    .map(foldLine)
    .join("\r\n");
}

function foldLine(line: string): string {
  if (encoder.encode(line).length <= LINE_MAX_BYTES) return line;
  let folded = "";
  let bytes = 0;
  for (const letter of line) {
    const size = encoder.encode(letter).length;
    if (bytes + size > LINE_MAX_BYTES) {
      folded += "\r\n ";
      bytes = 1;
    }
    folded += letter;
    bytes += size;
  }
  return folded;
}
