import { cachedFormatter } from "#contract/zoned-time.ts";

const SAME_YEAR_DAYS = 304;
const DAY_MS = 24 * 60 * 60 * 1000;

export const formatInReadersLanguage = (moment: Date, options: Intl.DateTimeFormatOptions): string =>
  cachedFormatter(readersLanguages(), options)
    .format(moment)
    .replaceAll(/[\u00A0\u202F]/g, " ");

export const formatDaysAhead = (days: number): string =>
  new Intl.RelativeTimeFormat([...readersLanguages()], { numeric: "auto" }).format(days, "day");

export const yearUnlessNear = (moment: Date, now = new Date()): Intl.DateTimeFormatOptions =>
  Math.abs(moment.getTime() - now.getTime()) < SAME_YEAR_DAYS * DAY_MS ? {} : { year: "numeric" };

/** Browsers may report invalid language tags. */
function readersLanguages(): readonly string[] {
  try {
    return Intl.getCanonicalLocales([...navigator.languages]);
  } catch {
    return ["en-US"];
  }
}
