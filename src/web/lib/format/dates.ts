import { addHours, format } from "date-fns";
import { formatInTimeZone } from "date-fns-tz";

import { MEETING_HOURS } from "#contract/meeting.ts";
import { clockTime, clockTimeIn, localTime, zonedInstant } from "#contract/zoned-time.ts";
import { logProblem } from "#web/lib/browser/log.ts";

export const readersZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** yyyy-MM-dd and HH:mm in the club's time zone. */
export const meetingStart = (day: string, time: string, timeZone: string): Date =>
  zonedInstant(`${day}T${time}`, timeZone);

/** 'January 31, 2026' (SPEC 9). Logs and returns invalid dates unchanged (SPEC 8). */
export const formatMeetingDate = (day: string): string => formatOrRaw(day, () => format(noonOf(day), "MMMM d, yyyy"));

/** 'Sat, Jan 31'. */
export const formatWeekday = (day: string): string => formatOrRaw(day, () => format(noonOf(day), "EEE, MMM d"));

/** 'Jan 31'. */
export const formatShortDay = (day: string): string => formatOrRaw(day, () => format(noonOf(day), "MMM d"));

const ANY_DAY = "2000-01-01";

export const formatMeetingTime = (day: string, time: string, timeZone: string): string =>
  formatOrRaw(time, () => clockTimeIn(meetingStart(day || ANY_DAY, time, timeZone), timeZone));

/** What clocks that skip a time show then; undefined for any other. */
export function skippedTimeText(day: string, time: string, timeZone: string): string | undefined {
  try {
    const shown = localTime(meetingStart(day, time, timeZone), timeZone);
    if (shown === `${day}T${time}`) return undefined;
    return `Clocks skip ${clockTime(time)} that night, so it'll be ${clockTime(shown)}.`;
  } catch {
    return undefined;
  }
}

/** When it's over: '9:00 PM EST', or without the zone's name when the day isn't known. */
export const formatMeetingEnd = (day: string, time: string, timeZone: string): string =>
  formatOrRaw(time, () => {
    const end = addHours(meetingStart(day || ANY_DAY, time, timeZone), MEETING_HOURS);
    return clockTimeIn(end, timeZone) + (day ? formatInTimeZone(end, timeZone, " zzz") : "");
  });

/** 'January 2026' (SPEC 9). */
export const formatMonth = (month: string): string =>
  formatOrRaw(month, () => format(noonOf(`${month}-15`), "MMMM yyyy"));

/** 'Jan 5, 2025', in the club's time zone (SPEC 9). */
export const formatPostDate = (moment: string, timeZone: string): string =>
  formatOrRaw(moment, () => format(noonOf(localTime(new Date(moment), timeZone).slice(0, 10)), "MMM d, yyyy"));

/** 'Jan 5, 2025, 7:00 PM', in the reader's time zone. */
export const formatMoment = (moment: string): string =>
  formatOrRaw(moment, () => formatInTimeZone(moment, readersZone(), "MMM d, yyyy, h:mm a"));

/** '7:42 PM', in the reader's time zone. */
export const formatClock = (moment: string): string =>
  formatOrRaw(moment, () => formatInTimeZone(moment, readersZone(), "h:mm a"));

/** Below a time that is typed in: what it becomes, or what it is for the reader. */
export function typedTimeHint(day: string, time: string, timeZone: string): string | undefined {
  const readersTime = readersMeetingTime(day, time, timeZone);
  return skippedTimeText(day, time, timeZone) ?? (readersTime && `Your local time: ${readersTime}`);
}

/** 'Feb 1, 1:00 AM' for the reader; undefined when their clock matches the club's. */
export function readersMeetingTime(day: string, time: string, timeZone: string): string | undefined {
  try {
    const start = meetingStart(day, time, timeZone);
    const here = localTime(start, readersZone());
    return here === localTime(start, timeZone) ? undefined : `${formatShortDay(here.slice(0, 10))}, ${clockTime(here)}`;
  } catch {
    return undefined;
  }
}

/** A calendar day on the device's clock: formatting a day by time zone takes 20 times as long. @throws RangeError */
function noonOf(day: string): Date {
  const noon = new Date(`${day}T12:00`);
  // February 31 would become March 3
  if (format(noon, "yyyy-MM-dd") !== day) throw new RangeError(`Not a day: ${day}`);
  return noon;
}

function formatOrRaw(raw: string, format: () => string): string {
  try {
    return format();
  } catch (error) {
    logProblem(`Not a date or time: ${raw}`, error);
    return raw;
  }
}
