import type { Book } from "#contract/books.ts";
import type { Deps } from "#server/deps.ts";

export function getCurrentMonth({ clock, monthAt }: Deps): string {
  return monthAt(clock.now());
}

/** The latest book up to this month, else the next one, else null (DESIGN 3). */
export function findCurrentBook(deps: Deps): Book | null {
  return deps.stores.books.findCurrent(getCurrentMonth(deps));
}
