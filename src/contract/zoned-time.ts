const DAY_MS = 24 * 60 * 60 * 1000;
const LOCAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

/**
 * The instant at which the clocks of `timeZone` show `local`. A time that the clocks skip in spring is read with the
 * offset before the change; of a time that they show twice in fall it is the first, as calendars do (RFC 5545).
 * Not date-fns-tz: its answer for the double hour depends on the zone of the machine that asks.
 * @param local yyyy-MM-ddTHH:mm
 * @param timeZone IANA name
 * @throws RangeError for text of another form, which Date.parse may read as some day, and for a day that doesn't exist
 */
export function zonedInstant(local: string, timeZone: string): Date {
  const asUtc = Date.parse(`${local}:00Z`);
  // Date.parse makes March 3 of February 31
  if (!LOCAL.test(local) || Number.isNaN(asUtc) || !new Date(asUtc).toISOString().startsWith(local))
    throw new RangeError(`Not a date and time: ${local}`);
  const before = offsetMs(asUtc - DAY_MS, timeZone);
  const after = offsetMs(asUtc + DAY_MS, timeZone);
  const isShown = (offset: number) => offsetMs(asUtc - offset, timeZone) === offset;
  return new Date(asUtc - (isShown(before) || !isShown(after) ? before : after));
}

/** What the clocks of `timeZone` show at an instant, yyyy-MM-ddTHH:mm. */
export function localTime(instant: Date, timeZone: string): string {
  return new Date(instant.getTime() + offsetMs(instant.getTime(), timeZone)).toISOString().slice(0, 16);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Making one takes about 50 times as long as using it. */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  formatters.set(timeZone, made);
  return made;
}

/** How far the clocks of the zone are ahead of UTC at an instant, in milliseconds. */
function offsetMs(instant: number, timeZone: string): number {
  const parts = formatterOf(timeZone).formatToParts(instant);
  const part = (type: string) => Number(parts.find((found) => found.type === type)?.value);
  const shown = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
  return shown - Math.floor(instant / 1000) * 1000;
}
