import type { Book } from "#contract/books.ts";
import { localTime } from "#contract/zoned-time.ts";
import type { Deps } from "#server/deps.ts";

export function getCurrentMonth({ clock, config }: Deps): string {
  return localTime(clock.now(), config.clubTimeZone).slice(0, "yyyy-MM".length);
}

/** The latest book up to this month, else the next one, else null (DESIGN 3). */
export function findCurrentBook(deps: Deps): Book | null {
  return deps.stores.books.findCurrent(getCurrentMonth(deps));
}
