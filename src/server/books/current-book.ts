import { formatInTimeZone } from "date-fns-tz";

import type { Book } from "#contract/books.ts";
import type { Deps } from "#server/deps.ts";

export function getCurrentMonth({ clock, monthAt }: Deps): string {
  return monthAt(clock.now());
}

/** The latest book up to this month, else the next one, else null (DESIGN 3). */
export function findCurrentBook(deps: Deps): Book | null {
  return deps.stores.books.findCurrent(getCurrentMonth(deps));
}

/** @param month yyyy-MM @param pattern of date-fns */
export function formatMonth(month: string, pattern = "MMMM yyyy"): string {
  return formatInTimeZone(`${month}-15T12:00:00Z`, "UTC", pattern);
}
