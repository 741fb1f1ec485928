import { formatInTimeZone } from "date-fns-tz";

import type { Book } from "#contract/books.ts";
import type { Deps } from "#server/deps.ts";

/** This month in the club's zone, yyyy-MM. */
export function currentMonth(deps: Deps): string {
  return formatInTimeZone(deps.clock.now(), deps.config.clubTimeZone, "yyyy-MM");
}

/** The book of the latest month not after this one in the club's zone; else the nearest coming one; else null (DESIGN 3). */
export function currentBook(deps: Deps): Book | null {
  return deps.stores.books.findCurrent(currentMonth(deps));
}
