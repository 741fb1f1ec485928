import type { Club } from "#contract/club.ts";
import { type CalendarMeeting, createMeetingEvent, foldCalendar, isMeetingSet } from "#contract/meeting.ts";
import { logProblem } from "#web/lib/browser/log.ts";
import { saveFile } from "#web/lib/browser/save-file.ts";

/** Logs a failure and downloads nothing (SPEC 8). */
export async function addToCalendar(club: Club, meeting: CalendarMeeting, host: string): Promise<void> {
  try {
    const event = isMeetingSet(meeting) ? createMeetingEvent(club, meeting, host) : null;
    if (!event) return;
    const { createEvent } = await import("ics");
    const { error, value } = createEvent(event);
    if (error || !value) throw error ?? new Error("The calendar file is empty");
    const file = new Blob([foldCalendar(value)], { type: "text/calendar;charset=utf-8" });
    saveFile(file, `${club.shortName}_meeting.ics`);
  } catch (error) {
    logProblem("Calendar file failed", error);
  }
}
