import type { Club } from "./club.ts";
import type { MeetingSummary } from "./meetings.ts";

/** How long a meeting lasts, in hours (SPEC 9). */
export const MEETING_HOURS = 2;

/** What the calendar needs to know of a meeting. */
export type CalendarMeeting = Pick<
  MeetingSummary,
  "uid" | "date" | "time" | "location" | "sequence" | "state" | "bookTitle"
>;

/** What the calendar entry of a meeting says, wherever it is made: in the page or at the server. */
export type MeetingEntry = {
  /** Never changes, so that a newer file moves the entry instead of adding one. */
  uid: string;
  sequence: number;
  status: "CONFIRMED" | "CANCELLED";
  title: string;
  description: string;
  location: string;
  organizerName: string;
  fileName: string;
  /** yyyy-MM-ddTHH:mm in the club's zone. */
  localStart: string;
};

/**
 * The calendar entry of a meeting (SPEC 9), or null until its date and time are known.
 * Each text is one line: a line break would put a property of its own into the file.
 */
export function meetingEntry(club: Pick<Club, "name" | "shortName">, meeting: CalendarMeeting): MeetingEntry | null {
  if (!meeting.date || !meeting.time) return null;
  const name = oneLine(club.name);
  const book = oneLine(meeting.bookTitle ?? "");
  return {
    uid: meeting.uid,
    sequence: meeting.sequence,
    status: meeting.state === "cancelled" ? "CANCELLED" : "CONFIRMED",
    title: book ? `${name} Meeting: ${book}` : `${name} Meeting`,
    description: book ? `This month we talk about ${book}.` : "The monthly meeting of the club.",
    location: oneLine(meeting.location),
    // stands between quotes in the file
    organizerName: name.replaceAll('"', "'"),
    fileName: `${club.shortName}_meeting.ics`,
    localStart: `${meeting.date}T${meeting.time}`,
  };
}

/** True when there is enough of a meeting to put it into a calendar by hand: date, time and place (SPEC 5). */
export function isMeetingSet(meeting: Pick<CalendarMeeting, "date" | "time" | "location">): boolean {
  return Boolean(meeting.date && meeting.time && oneLine(meeting.location));
}

const LINE_MAX_BYTES = 75;

/** Folds the lines of a calendar file again at 75 octets (RFC 5545 3.1): `ics` counts letters. */
export function foldCalendar(text: string): string {
  return text
    .replaceAll(/\r\n[ \t]/g, "")
    .split("\r\n")
    .map(foldLine)
    .join("\r\n");
}

function foldLine(line: string): string {
  let folded = "";
  let bytes = 0;
  for (const letter of line) {
    const size = new TextEncoder().encode(letter).length;
    if (bytes + size > LINE_MAX_BYTES) {
      folded += "\r\n ";
      bytes = 1;
    }
    folded += letter;
    bytes += size;
  }
  return folded;
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}
