import type { Book } from "#contract/books.ts";
import type { User } from "#contract/users.ts";
import type { BookFile, BookFileKind } from "#db/books.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

import { findCurrentBook, getCurrentMonth } from "./current-book.ts";

/** The caller who asks for a book. */
export type BookViewer = Pick<User, "isAdmin">;
/** A viewer with progress and highlights. */
export type MemberViewer = BookViewer & Pick<User, "id">;

/** For what is the same for all members: the shelf, its export, feeds, calendars. */
export const ANY_MEMBER: BookViewer = { isAdmin: false };

/**
 * Admins see all books. Members see books up to the current month; without one, the next (BEYOND 9). Every call with a
 * book's id and every list of books checks this.
 */
export function isVisible(deps: Deps, viewer: BookViewer, { id, month }: Pick<Book, "id" | "month">): boolean {
  return viewer.isAdmin || month <= getCurrentMonth(deps) || findCurrentBook(deps)?.id === id;
}

/**
 * Finds a visible book. Every access to its files and notes starts here.
 * @throws AppError 'not-found', also for a hidden book
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

/** The visible books by month, newest first. */
export function listBooks(deps: Deps, viewer: BookViewer): Book[] {
  return deps.stores.books.list().filter((book) => isVisible(deps, viewer, book));
}

/** The last month (yyyy-MM) with books that members may see, for queries. A later month may have hidden ones, too. */
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
