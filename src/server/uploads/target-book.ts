import { currentBook } from "#server/books/current-book.ts";
import { findBook } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { AppError, fieldError } from "#server/errors.ts";

/** The book a file is for: the given id, else the current one. @throws AppError not-found, invalid */
export function targetBook(deps: Deps, sentId: string | undefined): number {
  const book = sentId === undefined ? currentBook(deps) : findBook(deps, { isAdmin: true }, readId(sentId));
  if (book) return book.id;
  throw new AppError(
    "not-found",
    sentId === undefined
      ? "No current book found. Please create a book first."
      : "There is no such book. Reload the page to see the books that there are.",
  );
}

function readId(text: string): number {
  if (/^[1-9]\d{0,9}$/.test(text)) return Number(text);
  throw fieldError("/bookId", "Not a valid id");
}
