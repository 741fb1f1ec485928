import type { EventAttributes } from "ics";

import type { Book } from "#contract/books.ts";
import type { Club } from "#contract/club.ts";
import type { Content } from "#contract/content.ts";
import { MEETING_HOURS, type MeetingEntry, meetingEntry } from "#contract/meeting.ts";
import { zonedInstant } from "#contract/zoned-time.ts";
import { downloadFile } from "#web/lib/download-file.ts";
import { logProblem } from "#web/lib/log.ts";

type Meeting = { club: Club; content: Content; book: Book | null; host: string };

const entryOf = ({ club, content, book }: Meeting) => meetingEntry(club, content, book?.title ?? null);

/** True when there is enough of a meeting to put it into a calendar (SPEC 5). */
export const isMeetingSet = (content: Content): boolean =>
  Boolean(content.meetingDate && content.meetingTime && content.meetingLocation.trim());

/**
 * The meeting as an event, its start in UTC: `ics` would otherwise read date parts in the reader's zone.
 * Throws a RangeError for a day or time that does not exist.
 */
export function meetingEvent(entry: MeetingEntry, timeZone: string, host: string): EventAttributes {
  const start = zonedInstant(entry.localStart, timeZone);
  if (Number.isNaN(start.getTime())) throw new RangeError(`There is no such time as ${entry.localStart}`);
  return {
    uid: entry.uid,
    start: start.getTime(),
    startInputType: "utc",
    startOutputType: "utc",
    duration: { hours: MEETING_HOURS },
    title: entry.title,
    description: entry.description,
    location: entry.location,
    organizer: { name: entry.organizerName, email: `bookclub@${host}` },
    productId: "bookclub",
  };
}

/** Makes the calendar file and downloads it. A failure is logged and nothing is downloaded (SPEC 8). */
export async function addToCalendar(meeting: Meeting): Promise<void> {
  const entry = entryOf(meeting);
  if (!entry) return;
  try {
    const { createEvent } = await import("ics");
    const { error, value } = createEvent(meetingEvent(entry, meeting.club.timeZone, meeting.host));
    if (error || !value) throw error ?? new Error("The calendar file is empty");
    downloadFile(entry.fileName, "text/calendar;charset=utf-8", value);
  } catch (error) {
    logProblem("Calendar file failed", error);
  }
}
