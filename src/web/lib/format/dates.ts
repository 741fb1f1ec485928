import { MEETING_HOURS } from "#contract/meeting.ts";
import { cachedFormatter, localTime, toClockTime, toClockTimeIn, zonedInstant } from "#contract/zoned-time.ts";
import { logProblem } from "#web/lib/browser/log.ts";

import { formatInReadersLanguage, yearUnlessNear } from "./reader-locale.ts";

const meetingStart = (day: string, time: string, timeZone: string): Date => zonedInstant(`${day}T${time}`, timeZone);

/** Null while a date or time is missing or incomplete. */
export function findMeetingStart(day: string, time: string, timeZone: string): Date | null {
  try {
    return meetingStart(day, time, timeZone);
  } catch {
    return null;
  }
}

/** 'January 31, 2026' (SPEC 9). Logs and returns invalid dates unchanged (SPEC 8). */
export const formatMeetingDate = (day: string): string =>
  formatOrLog(day, () => formatInEnglish(noonOf(day), { dateStyle: "long", timeZone: "UTC" }));

export const formatWeekday = (day: string): string =>
  formatOrLog(day, () => formatInReadersLanguage(noonOf(day), { ...SHORT_DAY, weekday: "short" }));

export const formatShortDay = (day: string): string =>
  formatOrLog(day, () => formatInReadersLanguage(noonOf(day), SHORT_DAY));

const SHORT_DAY = { month: "short", day: "numeric", timeZone: "UTC" } as const;
const PLACEHOLDER_DAY = "2000-01-01";

export const formatMeetingTime = (day: string, time: string, timeZone: string): string =>
  formatOrLog(time, () => toClockTimeIn(meetingStart(day || PLACEHOLDER_DAY, time, timeZone), timeZone));

/** For a time that daylight saving time skips. */
function formatSkippedTime(day: string, time: string, timeZone: string): string | undefined {
  const start = findMeetingStart(day, time, timeZone);
  const exactTime = start ? localTime(start, timeZone) : `${day}T${time}`;
  if (exactTime === `${day}T${time}`) return undefined;
  return `Clocks skip ${toClockTime(time)} that night, so it'll be ${toClockTime(exactTime)}.`;
}

/** '9:00 PM', with the time zone (' EST') if it differs from the reader's. */
export const formatMeetingEnd = (day: string, time: string, timeZone: string): string =>
  formatOrLog(time, () => {
    const end = addHours(meetingStart(day || PLACEHOLDER_DAY, time, timeZone), MEETING_HOURS);
    const isElsewhere = meetingTimeForReader(day, time, timeZone) !== undefined;
    return toClockTimeIn(end, timeZone) + (isElsewhere ? ` ${zoneName(end, timeZone)}` : "");
  });

/** '7:00 PM', with the time zone (' EST') if it differs from the reader's. */
export function formatTimeForOthers(day: string, time: string, timeZone: string): string {
  const start = findMeetingStart(day, time, timeZone);
  const isElsewhere = start && meetingTimeForReader(day, time, timeZone) !== undefined;
  return formatMeetingTime(day, time, timeZone) + (isElsewhere ? ` ${zoneName(start, timeZone)}` : "");
}

export const formatMonth = (month: string): string =>
  formatOrLog(month, () => formatInEnglish(noonOf(`${month}-15`), { month: "long", year: "numeric", timeZone: "UTC" }));

/** 'January', or 'January 2026' from ten months away, in the reader's language. */
export const formatNearMonth = (month: string): string =>
  formatOrLog(month, () => {
    const noon = noonOf(`${month}-15`);
    return formatInReadersLanguage(noon, { month: "long", timeZone: "UTC", ...yearUnlessNear(noon) });
  });

/** 'Jan 5, 2025', in the club's time zone (SPEC 9). */
export const formatPostDate = (moment: string, timeZone: string): string =>
  formatOrLog(moment, () => formatInEnglish(new Date(moment), { dateStyle: "medium", timeZone }));

const CLOCK = { hour: "numeric", minute: "2-digit" } as const;

export const formatMoment = (moment: string): string =>
  formatOrLog(moment, () => {
    const date = new Date(moment);
    return formatInReadersLanguage(date, { month: "short", day: "numeric", ...yearUnlessNear(date), ...CLOCK });
  });

export const formatClock = (moment: string): string =>
  formatOrLog(moment, () => formatInReadersLanguage(new Date(moment), CLOCK));

export function typedTimeHint(day: string, time: string, timeZone: string): string | undefined {
  const readersTime = meetingTimeForReader(day, time, timeZone);
  return formatSkippedTime(day, time, timeZone) ?? (readersTime && `Your local time: ${readersTime}`);
}

/** 'Feb 1, 1:00 AM' in the reader's time zone; undefined if it's the same as the club's. */
export function meetingTimeForReader(day: string, time: string, timeZone: string): string | undefined {
  const start = findMeetingStart(day, time, timeZone);
  const readersTime = start && localDateTime(start);
  if (!readersTime || readersTime === localTime(start, timeZone)) return undefined;
  return `${formatShortDay(readersTime.slice(0, 10))}, ${toClockTime(readersTime)}`;
}

export const addHours = (instant: Date, hours: number): Date => new Date(instant.getTime() + hours * HOUR_MS);

const HOUR_MS = 60 * 60 * 1000;

/** As in SPEC, whatever the reader's language is. */
const formatInEnglish = (moment: Date, options: Intl.DateTimeFormatOptions): string =>
  cachedFormatter(["en-US"], options).format(moment);

/** @throws RangeError */
function noonOf(day: string): Date {
  const noon = new Date(`${day}T12:00Z`);
  // February 31 would become March 3.
  if (Number.isNaN(noon.getTime()) || !noon.toISOString().startsWith(day)) throw new RangeError(`Not a day: ${day}`);
  return noon;
}

function localDateTime(instant: Date): string {
  const localInstant = new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000);
  return localInstant.toISOString().slice(0, 16);
}

function zoneName(instant: Date, timeZone: string): string {
  const parts = cachedFormatter(["en-US"], { timeZone, timeZoneName: "short" }).formatToParts(instant);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

function formatOrLog(value: string, format: () => string): string {
  try {
    return format();
  } catch (error) {
    logProblem(`Not a date or time: ${value}`, error);
    return value;
  }
}
