import { describeError } from "#server/adapters/log.ts";
import { findBook, listBooks } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";

import { alignBook, needsAlignment } from "./align-book.ts";

const ADMIN = { isAdmin: true };

/**
 * Listens to each book that waits for it, one after the other, the newest month first (BEYOND 11).
 * @param signal ends it; what isn't done is begun again later
 */
export async function alignPendingBooks(deps: Deps, signal: AbortSignal): Promise<void> {
  for (const { id } of listBooks(deps, ADMIN)) {
    if (signal.aborted) return;
    // a file may have been replaced meanwhile
    const book = findBook(deps, ADMIN, id);
    if (!book || !needsAlignment(deps, book)) continue;
    try {
      await alignBook(deps, book, signal);
    } catch (error) {
      // the child process refused it or was ended, or the disk failed: the others' turn comes all the same
      deps.log.warn("book not listened to", { book: id, error: describeError(error) });
    }
  }
}
