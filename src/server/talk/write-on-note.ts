import { type Actor, type Author } from "#server/access/caller.ts";
import { type LoadedBook, writeAboutBook } from "#server/alignment/loaded-book.ts";
import { findBook } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import type { AppError } from "#server/errors.ts";

/** `writeAboutBook` with a note's. @throws `missing` without a note, or when its book is a coming one */
export async function writeOnNote<Result>(
  deps: Deps,
  actor: Actor,
  { noteId, missing }: { noteId: number | null; missing: () => AppError },
  work: (author: Author, loaded: LoadedBook) => Result,
): Promise<Result> {
  const note = noteId === null ? null : deps.stores.notes.findRow(noteId);
  const book = note && findBook(deps, actor.user, note.bookId);
  if (!book) throw missing();
  return writeAboutBook(deps, actor, book.id, work);
}
