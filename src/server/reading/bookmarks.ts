import type { Bookmark, NewBookmark } from "#contract/bookmarks.ts";
import { chapterAt } from "#contract/chapters.ts";
import { BOOKMARKS_MAX } from "#contract/limits.ts";
import { trimText } from "#contract/text-rule.ts";
import { type Actor, writeAs } from "#server/access/caller.ts";
import { findBook, requireBook } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

import { chapterAt as textChapterAt } from "./contents.ts";
import { contentsOf, loadBook, type LoadedBook, writeAboutBook } from "./loaded-book.ts";
import { type Reader, toFraction } from "./reached.ts";

/** In order of place, by the chapter match (BEYOND 5). @throws AppError 'not-found' */
export async function listBookmarks(deps: Deps, user: Reader, bookId: number): Promise<Bookmark[]> {
  const book = requireBook(deps, user, bookId);
  const bookmarks = deps.stores.bookmarks.list(user.id, bookId);
  // the match is only needed where both kinds are present
  if (bookmarks.every(isText) || !bookmarks.some(isText)) return bookmarks;
  const loaded = await loadBook(deps, book);
  const placeOf = ({ currentTime, fraction }: Bookmark) =>
    fraction ?? toFraction(deps, loaded, { userId: user.id, seconds: currentTime ?? 0 });
  return bookmarks
    .map((bookmark) => ({ bookmark, place: placeOf(bookmark) }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ bookmark }) => bookmark);
}

/** The same one again changes nothing. @throws AppError 'not-found'; 'invalid'; 'conflict' when full */
export async function setBookmark(deps: Deps, by: Actor, bookmark: NewBookmark): Promise<Bookmark> {
  const { bookId, currentTime = null, fraction = null, locator = null, quote = "", note = "" } = bookmark;
  requireBook(deps, by.user, bookId);
  requireOnePlace(bookmark);
  const row = { currentTime, fraction, locator, quote: trimText(quote), note: trimText(note) };
  return writeAboutBook(deps, by, bookId, ({ id: userId }, book) => {
    const there = deps.stores.bookmarks.list(userId, bookId);
    const same = there.find((other) => FIELDS.every((field) => other[field] === row[field]));
    if (same) return same;
    if (there.length >= BOOKMARKS_MAX)
      throw new AppError("conflict", `You can have ${BOOKMARKS_MAX} bookmarks per book: remove one first.`);
    const chapter = chapterOf(deps, book, bookmark);
    const createdAt = deps.clock.now().toISOString();
    return deps.stores.bookmarks.insert({ userId, bookId, ...row, chapter, createdAt });
  });
}

/** @throws AppError 'not-found' when the member has no such bookmark */
export function changeBookmark(deps: Deps, by: Actor, id: number, note: string): Bookmark {
  return writeAs(deps, by, (author) => {
    requireOwn(deps, author, id);
    const changed = deps.stores.bookmarks.updateNote(author.id, id, trimText(note));
    if (!changed) throw noSuchBookmark();
    return changed;
  });
}

export function removeBookmark(deps: Deps, by: Actor, id: number): void {
  writeAs(deps, by, (author) => {
    requireOwn(deps, author, id);
    deps.stores.bookmarks.remove(author.id, id);
  });
}

const FIELDS = ["currentTime", "fraction", "locator", "quote", "note"] as const;

function requireOwn(deps: Deps, reader: Reader, id: number): void {
  const bookId = deps.stores.bookmarks.findBook(reader.id, id);
  if (bookId === null || !findBook(deps, reader, bookId)) throw noSuchBookmark();
}

function isText({ fraction }: Bookmark): boolean {
  return fraction !== null;
}

function requireOnePlace({ currentTime, fraction }: NewBookmark): void {
  if ((currentTime === undefined) !== (fraction === undefined)) return;
  const message =
    currentTime === undefined
      ? "The position must be whole seconds"
      : "A bookmark is either in the text or in the audiobook: send one position";
  throw new AppError("invalid", message, { errors: [{ path: "/currentTime", message }] });
}

function chapterOf(deps: Deps, book: LoadedBook, { currentTime, fraction }: NewBookmark): number {
  if (fraction === undefined) return chapterAt(book.chapters, currentTime ?? 0);
  const contents = contentsOf(deps, book);
  return (contents && textChapterAt(contents, fraction)?.index) ?? 0;
}

function noSuchBookmark(): AppError {
  return new AppError("not-found", "You have no such bookmark.");
}
