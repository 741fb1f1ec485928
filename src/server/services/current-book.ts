import { Value } from "@sinclair/typebox/value";

import { Book } from "#contract/books.ts";
import type { Deps } from "#server/deps.ts";

const MINUTE_MS = 60_000;

/** This month in the club's zone, yyyy-MM. */
export function currentMonth({ clock, config }: Deps): string {
  return monthOf(Math.floor(clock.now().getTime() / MINUTE_MS), config.clubTimeZone);
}

/** The book of the latest month not after this one in the club's zone; else the nearest coming one; else null (DESIGN 3). */
export function currentBook(deps: Deps): Book | null {
  return deps.stores.books.findCurrent(currentMonth(deps));
}

/** The same as JSON, kept until something changes or the month does: each page asks for it. */
export function currentBookJson(deps: Deps): string {
  return deps.stores.recallAnswer(`current book of ${currentMonth(deps)}`, () => {
    const book = currentBook(deps);
    return JSON.stringify(book && Value.Clean(Book, book));
  });
}

// every page asks for the current book, and a zone's calendar is slow to ask: the last answer holds for its minute
let last = { minute: Number.NaN, timeZone: "", month: "" };

function monthOf(minute: number, timeZone: string): string {
  if (last.minute !== minute || last.timeZone !== timeZone) {
    const parts = new Intl.DateTimeFormat("en", { timeZone, year: "numeric", month: "2-digit" }).formatToParts(
      minute * MINUTE_MS,
    );
    const part = (type: string) => parts.find((found) => found.type === type)?.value ?? "";
    last = { minute, timeZone, month: `${part("year")}-${part("month")}` };
  }
  return last.month;
}
