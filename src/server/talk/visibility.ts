import type { Book } from "#contract/books.ts";
import type { User } from "#contract/users.ts";
import type { NoteRow } from "#db/notes.ts";
import type { Actor, Author } from "#server/access/caller.ts";
import { type LoadedBook, writeAboutBook } from "#server/alignment/loaded-book.ts";
import { findCurrentBook, getCurrentMonth } from "#server/books/current-book.ts";
import { type BookViewer, findBook } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { findLastMeeting } from "#server/meetings/current-meeting.ts";
import { isMeetingOver } from "#server/meetings/meeting-times.ts";
import { furthestFraction } from "#server/progress/furthest.ts";

const UNLIMITED_FRACTION = 2;

export type TalkViewer = BookViewer & Pick<User, "id">;

/** A talk is open after the book's last meeting, after its month, or if an admin opened it. */
export function isTalkOpen(deps: Deps, { id, month }: Book): boolean {
  if (deps.stores.notes.isOpened(id)) return true;
  const meeting = findLastMeeting(deps, id);
  if (meeting && isMeetingOver(deps, meeting)) return true;
  return month <= getCurrentMonth(deps) && findCurrentBook(deps)?.id !== id;
}

/** The fraction of the text up to which a member sees notes. Call it in a transaction. */
export function visibilityLimit(deps: Deps, userId: number, loaded: LoadedBook): number {
  return isTalkOpen(deps, loaded.book) ? UNLIMITED_FRACTION : furthestFraction(deps, userId, loaded);
}

export function isWithinReach(
  deps: Deps,
  userId: number,
  note: Pick<NoteRow, "id" | "fraction">,
  limit: number,
): boolean {
  return note.fraction <= limit || deps.stores.notes.isRevealed(note.id, userId);
}

/** @throws AppError 'not-found', also for a withheld note and for a hidden book's */
export function requireVisible(deps: Deps, viewer: TalkViewer, id: number, loaded: LoadedBook): NoteRow {
  const note = deps.stores.notes.findRow(id);
  if (!note) throw noteNotFound();
  const isVisible =
    note.userId === viewer.id || isWithinReach(deps, viewer.id, note, visibilityLimit(deps, viewer.id, loaded));
  if (!isVisible) throw noteNotFound();
  return note;
}

export function noteNotFound(): AppError {
  return new AppError("not-found", "There is no such note. It may have been deleted.");
}

/** `writeAboutBook` with the note's book. @throws `createError`'s without the note, or if its book is hidden */
export async function writeOnNote<Result>(
  deps: Deps,
  actor: Actor,
  { noteId, createError }: { noteId: number | null; createError: () => AppError },
  work: (author: Author, loaded: LoadedBook) => Result,
): Promise<Result> {
  const note = noteId === null ? null : deps.stores.notes.findRow(noteId);
  const book = note && findBook(deps, actor.user, note.bookId);
  if (!book) throw createError();
  return writeAboutBook(deps, actor, book.id, work);
}
