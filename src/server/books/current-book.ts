import type { Book } from "#contract/books.ts";
import type { Deps } from "#server/deps.ts";

export function currentMonth({ clock, monthAt }: Deps): string {
  return monthAt(clock.now());
}

/** The latest book up to this month, else the nearest future one, else null (DESIGN 3). */
export function currentBook(deps: Deps): Book | null {
  return deps.stores.books.findCurrent(currentMonth(deps));
}
