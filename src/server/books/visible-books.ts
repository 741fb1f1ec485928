import type { Book } from "#contract/books.ts";
import type { User } from "#contract/users.ts";
import type { BookFile, BookFileKind } from "#db/books.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

import { findCurrentBook, getCurrentMonth } from "./current-book.ts";

/** Who asks for a book. */
export type BookViewer = Pick<User, "isAdmin">;
/** Who has places and marks of their own. */
export type MemberViewer = BookViewer & Pick<User, "id">;

/** For what shows every member the same: the shelf, its export, feeds, calendars. */
export const ANY_MEMBER: BookViewer = { isAdmin: false };

/**
 * Who may see a book (BEYOND 9): admins any, members none of a later month, unless it's the current one because no
 * earlier book exists. Every call that names a book and every list asks here.
 */
export function isVisible(deps: Deps, viewer: BookViewer, { id, month }: Pick<Book, "id" | "month">): boolean {
  return viewer.isAdmin || month <= getCurrentMonth(deps) || findCurrentBook(deps)?.id === id;
}

/**
 * Finds the book of an id; every use of its files and talk begins here.
 * @throws AppError 'not-found', the same for a hidden one
 */
export function requireBook(deps: Deps, viewer: BookViewer, id: number): Book {
  const book = findBook(deps, viewer, id);
  if (!book) throw bookNotFound();
  return book;
}

export function findBook(deps: Deps, viewer: BookViewer, id: number): Book | null {
  const book = deps.stores.books.find(id);
  return book && isVisible(deps, viewer, book) ? book : null;
}

/** By month, newest first. */
export function listBooks(deps: Deps, viewer: BookViewer): Book[] {
  return deps.stores.books.list().filter((book) => isVisible(deps, viewer, book));
}

/** The last month (yyyy-MM) with books that members may see, for queries; a coming month can have hidden ones, too. */
export function lastVisibleMonth(deps: Deps): string {
  const [now, current] = [getCurrentMonth(deps), findCurrentBook(deps)];
  return current && current.month > now ? current.month : now;
}

export function findBookFile(deps: Deps, { id }: Pick<Book, "id">, kind: BookFileKind): BookFile | null {
  return deps.stores.books.findFile(id, kind);
}

export function bookNotFound(): AppError {
  return new AppError("not-found", "There is no such book.");
}
