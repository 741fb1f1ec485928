import type { Club } from "./club.ts";
import { splitJoinLink } from "./meeting-place.ts";
import type { MeetingSummary } from "./meetings.ts";
import { replaceLineBreaks } from "./text-rule.ts";
import { addCalendarDays, zonedInstant } from "./zoned-time.ts";

export const MEETING_HOURS = 2;

export type CalendarMeeting = Pick<
  MeetingSummary,
  "uid" | "date" | "time" | "location" | "sequence" | "state" | "bookTitle" | "host"
>;

/**
 * An event for `ics`, of the whole day without a time; null without a date. Texts are single lines, because a line break
 * would inject a property (SPEC 9, BEYOND 9). @throws RangeError for an impossible date or time
 */
export function createMeetingEvent(club: Pick<Club, "name" | "timeZone">, meeting: CalendarMeeting, host: string) {
  const { uid, sequence, date, time } = meeting;
  if (!date) return null;
  const name = replaceLineBreaks(club.name);
  const book = replaceLineBreaks(meeting.bookTitle ?? "");
  const { link } = splitJoinLink(replaceLineBreaks(meeting.location));
  // `ics` rejects IPv6 addresses, underscores and a trailing dot
  const mailHost = host.replaceAll(/[^a-z\d.-]/gi, "x").replace(/\.$/, "");
  return {
    // constant, so that a newer file updates the event
    uid,
    sequence,
    status: meeting.state === "cancelled" ? ("CANCELLED" as const) : ("CONFIRMED" as const),
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
    // the name is quoted in the file
    organizer: { name: name.replaceAll('"', "'"), email: `bookclub@${mailHost}` },
    ...(time
      ? ({
          // `ics` would read date parts in the machine's zone
          start: zonedInstant(`${date}T${time}`, club.timeZone).getTime(),
          startInputType: "utc",
          startOutputType: "utc",
          duration: { hours: MEETING_HOURS },
          busyStatus: "BUSY",
        } as const)
      : ({ start: dateParts(date), end: dateParts(addCalendarDays(date, 1)), transp: "TRANSPARENT" } as const)),
    productId: "bookclub",
  };
}

function dateParts(day: string): [year: number, month: number, day: number] {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  return [year, month, date];
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
