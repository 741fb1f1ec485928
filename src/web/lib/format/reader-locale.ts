const SAME_YEAR_DAYS = 304;
const DAY_MS = 24 * 60 * 60 * 1000;

const formatters = new Map<string, Intl.DateTimeFormat>();

export function cachedFormatter(languages: readonly string[], options: Intl.DateTimeFormatOptions) {
  const key = JSON.stringify([languages, options]);
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat([...languages], options);
  formatters.set(key, formatter);
  return formatter;
}

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
