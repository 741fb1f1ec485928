import type { Bookmark, NewBookmark } from "#contract/bookmarks.ts";
import { chapterAt } from "#contract/chapters.ts";
import { BOOKMARKS_MAX } from "#contract/limits.ts";
import { requireBook } from "#server/books/books.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/http/errors.ts";
import { type Actor, writeAs } from "#server/members/caller.ts";

/** The member's own bookmarks in a book, in order of their positions. @throws AppError 'not-found' */
export function listBookmarks(deps: Deps, userId: number, bookId: number): Bookmark[] {
  requireBook(deps, bookId);
  return deps.stores.bookmarks.list(userId, bookId);
}

/** Sets a bookmark; one that is there already, as after a lost answer, stays as it is. @throws AppError 'not-found'; 'conflict' beyond BOOKMARKS_MAX */
export function setBookmark(deps: Deps, by: Actor, { bookId, currentTime, note = "" }: NewBookmark): Bookmark {
  const { chapters } = requireBook(deps, bookId);
  const words = note.trim();
  return writeAs(deps, by, ({ id: userId }) => {
    const there = deps.stores.bookmarks.list(userId, bookId);
    const same = there.find((bookmark) => bookmark.currentTime === currentTime && bookmark.note === words);
    if (same) return same;
    if (there.length >= BOOKMARKS_MAX)
      throw new AppError("conflict", `A book holds at most ${BOOKMARKS_MAX} of your bookmarks: remove one first.`);
    const chapter = chapterAt(chapters, currentTime);
    const createdAt = deps.clock.now().toISOString();
    return deps.stores.bookmarks.insert({ userId, bookId, currentTime, chapter, note: words, createdAt });
  });
}

/** @throws AppError 'not-found' when the member has no such bookmark */
export function removeBookmark(deps: Deps, by: Actor, id: number): void {
  const isRemoved = writeAs(deps, by, (author) => deps.stores.bookmarks.remove(author.id, id));
  if (!isRemoved) throw new AppError("not-found", "You have no such bookmark.");
}
