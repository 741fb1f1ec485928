import { formatInTimeZone } from "date-fns-tz";

/** 'January 2026', or as `pattern` says. @param month yyyy-MM */
export function formatMonth(month: string, pattern = "MMMM yyyy"): string {
  return formatInTimeZone(`${month}-15T12:00:00Z`, "UTC", pattern);
}
