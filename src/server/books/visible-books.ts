import type { Book } from "#contract/books.ts";
import type { User } from "#contract/users.ts";
import type { BookFile, BookFileKind } from "#db/books.ts";
import type { Deps } from "#server/deps.ts";
import { requireFound } from "#server/errors.ts";

import { findCurrentBook, getCurrentMonth } from "./current-book.ts";

export type BookViewer = Pick<User, "isAdmin">;
export type MemberViewer = BookViewer & Pick<User, "id">;

/** For data that is the same for all members: the shelf, its export, feeds, calendars. */
export const ANY_MEMBER: BookViewer = { isAdmin: false };

export const BOOK_NOT_FOUND = "There is no such book.";

/** Members see books up to this month, or else the next one (BEYOND 9). All calls and lists of books check this. */
export function isVisible(deps: Deps, viewer: BookViewer, { id, month }: Pick<Book, "id" | "month">): boolean {
  return viewer.isAdmin || month <= getCurrentMonth(deps) || findCurrentBook(deps)?.id === id;
}

/** @throws AppError 'not-found', also for a hidden book */
export function requireBook(deps: Deps, viewer: BookViewer, id: number): Book {
  return requireFound(findBook(deps, viewer, id), BOOK_NOT_FOUND);
}

export function findBook(deps: Deps, viewer: BookViewer, id: number): Book | null {
  const book = deps.stores.books.find(id);
  return book && isVisible(deps, viewer, book) ? book : null;
}

export function listBooks(deps: Deps, viewer: BookViewer): Book[] {
  return deps.stores.books.list().filter((book) => isVisible(deps, viewer, book));
}

/** The last month (yyyy-MM) with books that members may see, for queries. A later month may have hidden ones, too. */
export function lastVisibleMonth(deps: Deps): string {
  const [currentMonth, currentBook] = [getCurrentMonth(deps), findCurrentBook(deps)];
  return currentBook && currentBook.month > currentMonth ? currentBook.month : currentMonth;
}

export function findBookFile(deps: Deps, { id }: Pick<Book, "id">, kind: BookFileKind): BookFile | null {
  return deps.stores.books.findFile(id, kind);
}
