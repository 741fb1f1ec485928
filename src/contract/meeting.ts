import type { Club } from "./club.ts";
import type { Content } from "./content.ts";

/** How long a meeting lasts in the calendar, in hours (SPEC 9). */
export const MEETING_HOURS = 2;

/** What the calendar entry of a meeting says, wherever it is made: in the page or at the server. */
export type MeetingEntry = {
  /** The same all month, so that a file made after a change moves the entry instead of adding one. */
  uid: string;
  title: string;
  description: string;
  location: string;
  organizerName: string;
  fileName: string;
  /** yyyy-MM-ddTHH:mm in the club's zone. */
  localStart: string;
};

/**
 * The calendar entry of this month's meeting (SPEC 9), or null unless date, time and place are all known (SPEC 5).
 * Each text is one line: a line break would put a property of its own into the file.
 * @param bookTitle of the current book, or null when there is none
 */
export function meetingEntry(
  club: Pick<Club, "name" | "shortName">,
  content: Pick<Content, "meetingDate" | "meetingTime" | "meetingLocation">,
  bookTitle: string | null,
): MeetingEntry | null {
  const { meetingDate, meetingTime, meetingLocation } = content;
  const location = oneLine(meetingLocation);
  if (!meetingDate || !meetingTime || !location) return null;
  const name = oneLine(club.name);
  const book = oneLine(bookTitle ?? "");
  return {
    uid: `meeting-${meetingDate.slice(0, 7)}@${club.shortName}`,
    title: book ? `${name} Meeting: ${book}` : `${name} Meeting`,
    description: book ? `This month we talk about ${book}.` : "The monthly meeting of the club.",
    location,
    // stands between quotes in the file
    organizerName: name.replaceAll('"', "'"),
    fileName: `${club.shortName}_meeting.ics`,
    localStart: `${meetingDate}T${meetingTime}`,
  };
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}
