import type { Book } from "#contract/books.ts";
import type { Deps } from "#server/deps.ts";

/** This month in the club's zone, yyyy-MM. */
export function currentMonth({ clock, monthAt }: Deps): string {
  return monthAt(clock.now());
}

/** The book of the latest month not after this one in the club's zone; else the nearest coming one; else null (DESIGN 3). */
export function currentBook(deps: Deps): Book | null {
  return deps.stores.books.findCurrent(currentMonth(deps));
}
