import { smallCover } from "#contract/small-cover.ts";
import { currentBook, currentMonth } from "#server/books/current-book.ts";
import type { Deps } from "#server/deps.ts";

/** A desktop's first row. */
const BOOKS = 6;

/** Addresses of the newest books' covers, small, and `-` for those without one. */
export function firstCovers(deps: Deps): string[] {
  const now = currentMonth(deps);
  const current = currentBook(deps);
  // a coming book is shown only while there's no other
  const covers = current && current.month > now ? [current.coverImage] : deps.stores.shelf.covers(now, BOOKS);
  return covers.map((cover) => smallCover(cover ?? "")).map((cover) => (isSmall(cover) ? cover : "-"));
}

const isSmall = (address: string) => address.startsWith("/api/covers/small/");
