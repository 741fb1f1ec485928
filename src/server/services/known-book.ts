import type { Book } from "#contract/books.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

/** The book of an id. @throws AppError 'not-found' */
export function requireBook(deps: Deps, bookId: number): Book {
  const book = deps.stores.books.find(bookId);
  if (!book) throw new AppError("not-found", "There is no such book.");
  return book;
}
