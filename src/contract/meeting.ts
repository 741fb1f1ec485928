import type { Club } from "./club.ts";
import { splitJoinLink } from "./meeting-place.ts";
import type { MeetingSummary } from "./meetings.ts";
import { oneLine } from "./text-rule.ts";

export const MEETING_HOURS = 2;

export type CalendarMeeting = Pick<
  MeetingSummary,
  "uid" | "date" | "time" | "location" | "sequence" | "state" | "bookTitle" | "host"
>;

export type MeetingEntry = {
  /** Never changes, so a newer file moves the entry instead of adding one. */
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
  /** HH:mm; null for a meeting that takes the whole day, because its time isn't set. */
  time: string | null;
};

/** The calendar entry (SPEC 9, BEYOND 9); null until a date is set. One line each: a break would inject a property. */
export function meetingEntry(club: Pick<Club, "name" | "shortName">, meeting: CalendarMeeting): MeetingEntry | null {
  if (!meeting.date) return null;
  const name = oneLine(club.name);
  const book = oneLine(meeting.bookTitle ?? "");
  const { link } = splitJoinLink(oneLine(meeting.location));
  return {
    uid: meeting.uid,
    sequence: meeting.sequence,
    status: meeting.state === "cancelled" ? "CANCELLED" : "CONFIRMED",
    title: book ? `${name} Meeting: ${book}` : `${name} Meeting`,
    description: [
      book ? `This month we talk about ${book}.` : "The monthly meeting of the club.",
      meeting.host && `${oneLine(meeting.host.displayName)} hosts.`,
      // calendars make links of addresses here
      link && `Join online: ${link}`,
    ]
      .filter(Boolean)
      .join(" "),
    location: oneLine(meeting.location),
    // quoted in the file
    organizerName: name.replaceAll('"', "'"),
    fileName: `${club.shortName}_meeting.ics`,
    date: meeting.date,
    time: meeting.time || null,
  };
}

/** `ics` takes no name that mail wouldn't: an IPv6 address, an underscore, a dot at the end. */
export function organizerEmail(host: string): string {
  return `bookclub@${host.replaceAll(/[^a-z\d.-]/gi, "x").replace(/\.$/, "")}`;
}

/** True when date, time and place are set, enough for a calendar (SPEC 5). */
export function isMeetingSet(meeting: Pick<CalendarMeeting, "date" | "time" | "location">): boolean {
  return Boolean(meeting.date && meeting.time && oneLine(meeting.location));
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
