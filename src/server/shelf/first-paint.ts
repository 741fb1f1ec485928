import { FIRST_ROW, SMALL_COVERS, smallCover } from "#contract/small-cover.ts";
import { findCaller } from "#server/access/caller.ts";
import { describeError } from "#server/adapters/log.ts";
import { currentBook, currentMonth } from "#server/books/current-book.ts";
import type { Deps } from "#server/deps.ts";

/** Words without spaces, by static shell. */
const SHOWN: Partial<Record<string, (deps: Deps) => string[]>> = { shelf: newestCovers, read: currentTitle };

/** What a static shell shows of the club's books: for members, while the database works. */
export function firstPaint(deps: Deps, shell: string, request: Request): string[] {
  const find = SHOWN[shell];
  try {
    return find && findCaller(deps, request, "member") ? find(deps) : [];
  } catch (error) {
    deps.log.warn("no books in the first paint", { shell, error: describeError(error) });
    return [];
  }
}

/** Addresses of the newest books' covers, small, and `-` for those without one. */
function newestCovers(deps: Deps): string[] {
  const now = currentMonth(deps);
  const current = currentBook(deps);
  // a coming book is shown only while there's no other
  const covers = current && current.month > now ? [current.coverImage] : deps.stores.shelf.covers(now, FIRST_ROW);
  return covers.map((cover) => smallCover(cover ?? "")).map((cover) => (isSmall(cover) ? cover : "-"));
}

const isSmall = (address: string) => address.startsWith(SMALL_COVERS);

/** The book that `/read` opens. */
function currentTitle(deps: Deps): string[] {
  const book = currentBook(deps);
  return book?.ebookFilename ? [encodeURIComponent(book.title)] : [];
}
