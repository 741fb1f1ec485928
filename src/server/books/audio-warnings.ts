import type { Deps } from "#server/deps.ts";

/** Sentences about what of a book's audiobook members don't get. */
export function audioWarnings({ stores }: Deps, bookId: number): string[] {
  return stores.books.audioWarnings(bookId);
}

/** Whether there are audiobooks that nobody looked at since they were stored (`mend-sound.ts`). */
export function hasUncheckedSound({ stores }: Deps): boolean {
  return stores.books.listUncheckedSound().length > 0;
}
