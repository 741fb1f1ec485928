import type { NewProgress, Progress } from "#contract/progress.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

/** The member's own place in a book; the beginning when none was saved. @throws AppError 'not-found' */
export function readProgress(deps: Deps, userId: number, bookId: number): Progress {
  requireBook(deps, bookId);
  return deps.stores.progress.find(userId, bookId) ?? { bookId, currentTime: 0, chapter: 0, updatedAt: null };
}

/** Saves the member's own place; a negative one is the beginning (SPEC 5). @throws AppError 'not-found' */
export function saveProgress(deps: Deps, userId: number, { bookId, currentTime, chapter = 0 }: NewProgress): Progress {
  requireBook(deps, bookId);
  deps.stores.progress.save(userId, bookId, Math.max(0, currentTime), chapter, deps.clock.now().toISOString());
  return readProgress(deps, userId, bookId);
}

function requireBook(deps: Deps, bookId: number): void {
  if (!deps.stores.books.find(bookId)) throw new AppError("not-found", "There is no such book.");
}
