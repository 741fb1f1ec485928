import type { Book } from "#contract/books.ts";
import type { NoteRow } from "#db/notes.ts";
import type { Actor, Author } from "#server/access/caller.ts";
import { type LoadedBook, writeAboutBook } from "#server/alignment/loaded-book.ts";
import { findCurrentBook, getCurrentMonth } from "#server/books/current-book.ts";
import { findBook, type MemberViewer } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { AppError, requireFound } from "#server/errors.ts";
import { findLastMeeting } from "#server/meetings/current-meeting.ts";
import { isMeetingOver } from "#server/meetings/meeting-times.ts";
import { furthestFraction } from "#server/progress/furthest.ts";

const UNLIMITED_FRACTION = 2;

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

export const NOTE_NOT_FOUND = "There is no such note. It may have been deleted.";

/** @throws AppError 'not-found', also for a withheld note and for a hidden book's */
export function requireVisible(deps: Deps, viewer: MemberViewer, id: number, loaded: LoadedBook): NoteRow {
  const note = requireFound(deps.stores.notes.findRow(id), NOTE_NOT_FOUND);
  const isVisible =
    note.userId === viewer.id || isWithinReach(deps, viewer.id, note, visibilityLimit(deps, viewer.id, loaded));
  if (!isVisible) throw new AppError("not-found", NOTE_NOT_FOUND);
  return note;
}

/** `writeAboutBook` with the note's book. @throws 'not-found' with `message` without the note, or if its book is hidden */
export async function writeOnNote<Result>(
  deps: Deps,
  actor: Actor,
  { noteId, message }: { noteId: number | null; message: string },
  work: (author: Author, loaded: LoadedBook) => Result,
): Promise<Result> {
  const note = noteId === null ? null : deps.stores.notes.findRow(noteId);
  const book = requireFound(note && findBook(deps, actor.user, note.bookId), message);
  return writeAboutBook(deps, actor, book.id, work);
}
