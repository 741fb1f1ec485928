import type { Book } from "#contract/books.ts";
import type { Deps } from "#server/deps.ts";

import { currentBook, currentMonth } from "./current-book.ts";

/** Members don't see books of future months (BEYOND 1, 4). */
export function isShelved(deps: Deps, { id, month }: Pick<Book, "id" | "month">): boolean {
  // a club whose first book is still to come already shows it
  return month <= currentMonth(deps) || currentBook(deps)?.id === id;
}

/** A book members may see, or null. */
export function findShelved(deps: Deps, id: number): Book | null {
  const book = deps.stores.books.find(id);
  return book && isShelved(deps, book) ? book : null;
}
