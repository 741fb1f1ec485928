import type { EventAttributes } from "ics";

import type { Club } from "#contract/club.ts";
import {
  type CalendarEntry,
  type CalendarMeeting,
  createCalendarEntry,
  foldCalendar,
  isMeetingSet,
  MEETING_HOURS,
  organizerEmail,
} from "#contract/meeting.ts";
import { zonedInstant } from "#contract/zoned-time.ts";
import { logProblem } from "#web/lib/browser/log.ts";
import { saveFile } from "#web/lib/browser/save-file.ts";

/**
 * In UTC, because `ics` would read date parts in the reader's time zone.
 * @throws RangeError for an impossible date or time
 */
export function meetingEvent(entry: CalendarEntry, timeZone: string, host: string): EventAttributes {
  const localStart = `${entry.date}T${entry.time}`;
  const start = zonedInstant(localStart, timeZone);
  if (Number.isNaN(start.getTime())) throw new RangeError(`There is no such time as ${localStart}`);
  return {
    uid: entry.uid,
    sequence: entry.sequence,
    status: entry.status,
    start: start.getTime(),
    startInputType: "utc",
    startOutputType: "utc",
    duration: { hours: MEETING_HOURS },
    title: entry.title,
    description: entry.description,
    location: entry.location,
    organizer: { name: entry.organizerName, email: organizerEmail(host) },
    busyStatus: "BUSY",
    productId: "bookclub",
  };
}

/** Logs a failure and downloads nothing (SPEC 8). */
export async function addToCalendar(club: Club, meeting: CalendarMeeting, host: string): Promise<void> {
  const entry = isMeetingSet(meeting) ? createCalendarEntry(club, meeting) : null;
  if (!entry) return;
  try {
    const { createEvent } = await import("ics");
    const { error, value } = createEvent(meetingEvent(entry, club.timeZone, host));
    if (error || !value) throw error ?? new Error("The calendar file is empty");
    saveFile(new Blob([foldCalendar(value)], { type: "text/calendar;charset=utf-8" }), entry.fileName);
  } catch (error) {
    logProblem("Calendar file failed", error);
  }
}
