import type { NoteRow } from "#db/notes.ts";
import { requireBook } from "#server/books/books.ts";
import { currentBook, currentMonth } from "#server/books/current-book.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { isMeetingOver, lastMeetingOf } from "#server/meetings/current-meeting.ts";
import { reachedFraction } from "#server/reading/reached.ts";

/** Beyond every place. */
const EVERYTHING = 2;

/** Open after the book's last meeting, its month, or an admin's decision. */
export function isTalkOpen(deps: Deps, bookId: number): boolean {
  if (deps.stores.notes.isOpened(bookId)) return true;
  const meeting = lastMeetingOf(deps, bookId);
  if (meeting && isMeetingOver(deps, meeting)) return true;
  const { month } = requireBook(deps, bookId);
  return month <= currentMonth(deps) && currentBook(deps)?.id !== bookId;
}

/** The furthest place whose notes a member may see. Call it in a transaction, after `ensureMatch`. */
export function visibleUpTo(deps: Deps, userId: number, bookId: number): number {
  return isTalkOpen(deps, bookId) ? EVERYTHING : reachedFraction(deps, userId, bookId);
}

/** @throws AppError 'not-found', the same for a withheld note */
export function requireVisible(deps: Deps, userId: number, id: number): NoteRow {
  const note = deps.stores.notes.findRow(id);
  if (!note) throw noSuchNote();
  if (note.userId === userId) return note;
  if (note.fraction > visibleUpTo(deps, userId, note.bookId)) throw noSuchNote();
  return note;
}

export function noSuchNote(): AppError {
  return new AppError("not-found", "There is no such note. It may have been deleted.");
}
