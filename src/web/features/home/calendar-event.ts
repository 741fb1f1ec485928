import type { EventAttributes } from "ics";

import type { Book } from "#contract/books.ts";
import type { Club } from "#contract/club.ts";
import type { Content } from "#contract/content.ts";
import { MEETING_HOURS, meetingFileName, meetingTitle, meetingUid } from "#contract/meeting.ts";
import { meetingStart } from "#web/lib/dates.ts";
import { downloadFile } from "#web/lib/download-file.ts";
import { logProblem } from "#web/lib/log.ts";

type Meeting = { club: Club; content: Content; book: Book | null; host: string };

/** True when there is enough of a meeting to put it into a calendar (SPEC 5). */
export const isMeetingSet = (content: Content): boolean =>
  Boolean(content.meetingDate && content.meetingTime && content.meetingLocation);

/**
 * The meeting as an event, its start in UTC: `ics` would otherwise read the numbers in the reader's zone.
 * Throws a RangeError for a day or time that does not exist.
 */
export function meetingEvent({ club, content, book, host }: Meeting): EventAttributes {
  const start = meetingStart(content.meetingDate, content.meetingTime, club.timeZone);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = start
    .toISOString()
    .split(/[-T:.]/)
    .map(Number);
  return {
    uid: meetingUid(club.shortName, content.meetingDate),
    start: [year, month, day, hour, minute],
    startInputType: "utc",
    startOutputType: "utc",
    duration: { hours: MEETING_HOURS },
    title: oneLine(meetingTitle(club.name, book?.title)),
    description: oneLine(book ? `We talk about ${book.title} by ${book.author}.` : "Our monthly meeting."),
    location: oneLine(content.meetingLocation),
    organizer: { name: oneLine(club.name), email: `bookclub@${host}` },
    productId: "bookclub",
  };
}

/** Makes the calendar file and downloads it. A failure is logged and nothing is downloaded (SPEC 8). */
export async function addToCalendar(meeting: Meeting): Promise<void> {
  if (!isMeetingSet(meeting.content)) return;
  try {
    const { createEvent } = await import("ics");
    const { error, value } = createEvent(meetingEvent(meeting));
    if (error || !value) throw error ?? new Error("The calendar file is empty");
    downloadFile(meetingFileName(meeting.club.shortName), "text/calendar;charset=utf-8", value);
  } catch (error) {
    logProblem("Calendar file failed", error);
  }
}

/** A line break in a value would let it add lines of its own to the calendar file. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029"]+/gu, " ").trim();
