import { FIRST_ROW, SMALL_COVERS, smallCover } from "#contract/small-cover.ts";
import { findCaller } from "#server/access/caller.ts";
import { describeError } from "#server/adapters/log.ts";
import { currentBook } from "#server/books/current-book.ts";
import { isVisible, lastVisibleMonth, MEMBERS } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";

/** Words without spaces, by drawing. */
const SHOWN: Partial<Record<string, (deps: Deps) => string[]>> = { shelf: newestCovers, read: currentTitle };

/** What a drawing shows of the club's books before the app loads: for members, while the database works. */
export function drawnBooks(deps: Deps, drawing: string, request: Request): string[] {
  const find = SHOWN[drawing];
  try {
    return find && findCaller(deps, request, "member") ? find(deps) : [];
  } catch (error) {
    deps.log.warn("no books in the first paint", { drawing, error: describeError(error) });
    return [];
  }
}

/** Addresses of the newest books' covers, small, and `-` for those without one. */
function newestCovers(deps: Deps): string[] {
  return deps.stores.shelf
    .newest(lastVisibleMonth(deps), FIRST_ROW)
    .filter((book) => isVisible(deps, MEMBERS, book))
    .map(({ cover }) => smallCover(cover ?? ""))
    .map((cover) => (isSmall(cover) ? cover : "-"));
}

const isSmall = (address: string) => address.startsWith(SMALL_COVERS);

/** The book that `/read` opens. */
function currentTitle(deps: Deps): string[] {
  const book = currentBook(deps);
  return book?.ebookFilename ? [encodeURIComponent(book.title)] : [];
}
