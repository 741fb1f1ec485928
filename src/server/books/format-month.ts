import { formatInTimeZone } from "date-fns-tz";

/** @param month yyyy-MM @param pattern of date-fns */
export function formatMonth(month: string, pattern = "MMMM yyyy"): string {
  return formatInTimeZone(`${month}-15T12:00:00Z`, "UTC", pattern);
}
