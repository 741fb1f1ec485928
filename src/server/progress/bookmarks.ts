import type { Bookmark, NewBookmark } from "#contract/bookmarks.ts";
import { chapterIndexAt } from "#contract/chapters.ts";
import { trimText } from "#contract/text-length.ts";
import { fractionAt, secondsAt } from "#contract/timeline.ts";
import { type Actor, writeAs } from "#server/access/caller.ts";
import { createOnce } from "#server/access/idempotency.ts";
import { type LoadedBook, openBook, toFraction, writeAboutBook } from "#server/alignment/loaded-book.ts";
import { mapFraction, mapSeconds } from "#server/books/editions/edition.ts";
import { findBook, type MemberViewer, requireBook } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { tocEntryAt as textChapterAt } from "#server/epub/ebooks.ts";
import { AppError, fieldError, requireFound } from "#server/errors.ts";

/** How many bookmarks a member can have in one book. */
export const BOOKMARKS_MAX = 500;

/** Sorted by position in the text (BEYOND 9). @throws AppError 'not-found' */
export async function listBookmarks(deps: Deps, user: MemberViewer, bookId: number): Promise<Bookmark[]> {
  return sortBookmarks(deps, user, await openBook(deps, user, bookId));
}

export function sortBookmarks(deps: Deps, user: MemberViewer, loaded: LoadedBook): Bookmark[] {
  return deps.stores.bookmarks
    .list(user.id, loaded.book.id)
    .map((bookmark) => ({ bookmark, textFraction: bookmark.fraction ?? toFraction(loaded, bookmark.currentTime ?? 0) }))
    .toSorted((one, other) => one.textFraction - other.textFraction)
    .map(({ bookmark }) => addOtherPosition(loaded, bookmark));
}

/** Idempotent; the same key only updates the note. @returns null if it was sent before and deleted since */
export async function saveBookmark(deps: Deps, actor: Actor, bookmark: NewBookmark): Promise<Bookmark | null> {
  const { bookId, edition, locator = null, quote = "", note = "", sendKey } = bookmark;
  requireBook(deps, actor.user, bookId);
  requireOnePosition(bookmark);
  return writeAboutBook(deps, actor, bookId, ({ id: userId }, loaded) => {
    const { currentTime: sentSeconds, fraction: sentFraction } = bookmark;
    const currentTime =
      sentSeconds === undefined ? null : mapSeconds(deps, loaded.book, edition, sentSeconds).ownPosition;
    const fraction =
      sentFraction === undefined ? null : mapFraction(deps, loaded.book, edition, sentFraction).ownPosition;
    const row = { currentTime, fraction, locator, quote: trimText(quote), note: trimText(note) };
    const resend = (id: number) => {
      if (row.note === "") return deps.stores.bookmarks.find(userId, id);
      const updated = deps.stores.bookmarks.resendNote(userId, id, row.note);
      if (!updated) throw new AppError("conflict", "You've changed this bookmark's note on another device since.");
      return updated;
    };
    const create = () => {
      const existing = deps.stores.bookmarks.list(userId, bookId);
      const duplicate = existing.find((other) => COMPARED_FIELDS.every((field) => other[field] === row[field]));
      if (duplicate) return duplicate;
      if (existing.length >= BOOKMARKS_MAX)
        throw new AppError("conflict", `You can have ${BOOKMARKS_MAX} bookmarks per book: remove one first.`);
      const chapter = findChapterIndex(loaded, row);
      const createdAt = deps.clock.now().toISOString();
      return deps.stores.bookmarks.insert({ userId, bookId, ...row, chapter, createdAt, sendKey });
    };
    const created = createOnce(deps, { table: "bookmarks", userId, sendKey }, { read: resend, create });
    return created && addOtherPosition(loaded, created);
  });
}

export async function updateBookmark(deps: Deps, actor: Actor, id: number, note: string): Promise<Bookmark> {
  const bookId = requireOwnBookId(deps, actor.user, id);
  return writeAboutBook(deps, actor, bookId, (author, loaded) => {
    const now = deps.clock.now().toISOString();
    const changedBookmark = deps.stores.bookmarks.updateNote(author.id, id, trimText(note), now);
    return addOtherPosition(loaded, requireFound(changedBookmark, BOOKMARK_NOT_FOUND));
  });
}

export function deleteBookmark(deps: Deps, actor: Actor, id: number): void {
  writeAs(deps, actor, (author) => {
    requireOwnBookId(deps, author, id);
    deps.stores.bookmarks.delete(author.id, id);
  });
}

const BOOKMARK_NOT_FOUND = "You have no such bookmark.";
const COMPARED_FIELDS = ["currentTime", "fraction", "locator", "quote", "note"] as const;

function requireOwnBookId(deps: Deps, reader: MemberViewer, id: number): number {
  const bookmark = deps.stores.bookmarks.find(reader.id, id);
  return requireFound(bookmark && findBook(deps, reader, bookmark.bookId), BOOKMARK_NOT_FOUND).id;
}

function addOtherPosition({ timeline }: LoadedBook, bookmark: Bookmark): Bookmark {
  const { currentTime, fraction } = bookmark;
  if (!timeline) return bookmark;
  return {
    ...bookmark,
    currentTime: currentTime ?? Math.round(secondsAt(timeline, fraction ?? 0)),
    fraction: fraction ?? fractionAt(timeline, currentTime ?? 0),
  };
}

function requireOnePosition({ currentTime, fraction }: NewBookmark): void {
  if ((currentTime === undefined) !== (fraction === undefined)) return;
  const message =
    currentTime === undefined
      ? "The position must be whole seconds"
      : "A bookmark is either in the text or in the audiobook: send one position";
  throw fieldError("/currentTime", message);
}

function findChapterIndex(
  { book, contents }: LoadedBook,
  { currentTime, fraction }: Pick<Bookmark, "currentTime" | "fraction">,
): number {
  if (fraction === null) return chapterIndexAt(book.chapters, currentTime ?? 0);
  return (contents && textChapterAt(contents, fraction)?.index) ?? 0;
}
