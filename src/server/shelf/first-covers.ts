import { SMALL_COVERS, smallCover } from "#contract/small-cover.ts";
import { describeError } from "#server/adapters/log.ts";
import { currentBook, currentMonth } from "#server/books/current-book.ts";
import type { Deps } from "#server/deps.ts";
import { findCaller } from "#server/http/guards.ts";

/** A desktop's first row. */
const BOOKS = 6;

/** Addresses of the newest books' covers, small, and `-` for those without one; for members, while the database works. */
export function firstCovers(deps: Deps, request: Request): string[] {
  try {
    return findCaller(deps, request, "member") ? newestCovers(deps) : [];
  } catch (error) {
    deps.log.warn("no covers for the shelf's first paint", { error: describeError(error) });
    return [];
  }
}

function newestCovers(deps: Deps): string[] {
  const now = currentMonth(deps);
  const current = currentBook(deps);
  // a coming book is shown only while there's no other
  const covers = current && current.month > now ? [current.coverImage] : deps.stores.shelf.covers(now, BOOKS);
  return covers.map((cover) => smallCover(cover ?? "")).map((cover) => (isSmall(cover) ? cover : "-"));
}

const isSmall = (address: string) => address.startsWith(SMALL_COVERS);
