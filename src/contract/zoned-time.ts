const DAY_MS = 24 * 60 * 60 * 1000;
const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

/** Skipped times use the offset before the change, repeated ones are the first (RFC 5545). @throws RangeError */
export function zonedInstant(dateTime: string, timeZone: string): Date {
  const asUtc = Date.parse(`${dateTime}:00Z`);
  // Date.parse turns February 31 into March 3
  if (!LOCAL_TIME.test(dateTime) || Number.isNaN(asUtc) || !new Date(asUtc).toISOString().startsWith(dateTime))
    throw new RangeError(`Not a date and time: ${dateTime}`);
  const before = offsetMs(asUtc - DAY_MS, timeZone);
  const after = offsetMs(asUtc + DAY_MS, timeZone);
  const isShown = (offset: number) => offsetMs(asUtc - offset, timeZone) === offset;
  return new Date(asUtc - (isShown(before) || !isShown(after) ? before : after));
}

/** yyyy-MM-dd */
export function addCalendarDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** yyyy-MM */
export function addCalendarMonths(month: string, months: number): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** yyyy-MM-ddTHH:mm */
export function localTime(instant: Date, timeZone: string): string {
  return new Date(instant.getTime() + offsetMs(instant.getTime(), timeZone)).toISOString().slice(0, 16);
}

/** For example '7:00 PM'. @param dateTime ends with HH:mm */
export function toClockTime(dateTime: string): string {
  const [hour = 0, minute = ""] = [Number(dateTime.slice(-5, -3)), dateTime.slice(-2)];
  return `${hour % 12 || 12}:${minute} ${hour < 12 ? "AM" : "PM"}`;
}

/** date-fns-tz is wrong if the machine's own clock skips that time. */
export const toClockTimeIn = (instant: Date, timeZone: string): string => toClockTime(localTime(instant, timeZone));

/** Members are notified from 9:00 to 21:00 only (BEYOND 9). */
export function isNotificationTime(instant: Date, timeZone: string): boolean {
  const time = localTime(instant, timeZone).slice(11);
  return time >= "09:00" && time < "21:00";
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Creating a formatter takes as long as 50 uses. */
export function cachedFormatter(languages: readonly string[], options: Intl.DateTimeFormatOptions) {
  const key = JSON.stringify([languages, options]);
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat([...languages], options);
  formatters.set(key, formatter);
  return formatter;
}

function offsetMs(instant: number, timeZone: string): number {
  // ends with GMT-05:00, before railways with seconds, or with GMT
  const formatter = cachedFormatter(["en-US"], { timeZone, timeZoneName: "longOffset" });
  const [, offset = ""] = formatter.format(instant).split("GMT");
  return -Date.parse(`1970-01-01T00:00${offset.slice(0, 6) || "Z"}`);
}
