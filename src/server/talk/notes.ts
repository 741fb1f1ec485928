import { QUESTIONS_MAX } from "#contract/limits.ts";
import { type NewNote, type Note, NOTE_LIMITS, type NoteCount, type NotePatch, type Notes } from "#contract/notes.ts";
import { trimText } from "#contract/text-length.ts";
import type { NoteFilter, NoteView, ReplyRow } from "#db/notes.ts";
import { recordAuditEvent } from "#server/access/audit.ts";
import { type Actor, type Author, writeAs } from "#server/access/caller.ts";
import { createOnce } from "#server/access/idempotency.ts";
import { consumeLimit } from "#server/access/limits.ts";
import { type LoadedBook, openBook, writeAboutBook } from "#server/alignment/loaded-book.ts";
import { mapFraction } from "#server/books/editions/edition.ts";
import { type MemberViewer, requireBook } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { tocEntryAt } from "#server/epub/ebooks.ts";
import { AppError, fieldError, requireFound } from "#server/errors.ts";
import { yieldToEventLoop } from "#server/http/batches.ts";
import { isHostForBook } from "#server/meetings/host-rule.ts";
import { furthestFraction } from "#server/progress/furthest.ts";

import {
  isTalkOpen,
  isWithinReach,
  NOTE_NOT_FOUND,
  requireVisible,
  visibilityLimit,
  writeOnNote,
} from "./visibility.ts";

/** The notes that a member may see, and the number of withheld ones (BEYOND 6). @throws AppError 'not-found' */
export async function listNotes(
  deps: Deps,
  viewer: MemberViewer,
  bookId: number,
  { hasReplies, ...filter }: NoteFilter & { hasReplies: boolean },
): Promise<Notes> {
  const { loaded, view } = await openNoteView(deps, viewer, bookId);
  const notes = deps.stores.notes.list(view, filter);
  await yieldToEventLoop(notes);
  const noteIds = hasReplies ? notes.map(({ id }) => id) : [];
  const replies = Map.groupBy(deps.stores.replies.list(noteIds, viewer.id), ({ noteId }) => noteId);
  await yieldToEventLoop(notes);
  return {
    reached: furthestFraction(deps, viewer.id, loaded),
    open: isTalkOpen(deps, loaded.book),
    notes: notes.map((note) => {
      // others' notes ahead aren't listed
      const isReached = !note.mine || isWithinReach(deps, viewer.id, note, view.limit);
      return { ...note, replies: listVisibleReplies(isReached, replies.get(note.id) ?? []) };
    }),
    ahead: deps.stores.notes.countAhead(view, filter.chapter),
  };
}

export async function countNotes(deps: Deps, viewer: MemberViewer, bookId: number): Promise<NoteCount> {
  return deps.stores.notes.countOthers((await openNoteView(deps, viewer, bookId)).view);
}

async function openNoteView(
  deps: Deps,
  viewer: MemberViewer,
  bookId: number,
): Promise<{ loaded: LoadedBook; view: NoteView }> {
  const loaded = await openBook(deps, viewer, bookId);
  return { loaded, view: { bookId, viewerId: viewer.id, limit: visibilityLimit(deps, viewer.id, loaded) } };
}

/** Members write notes up to their position; admins and the host write questions anywhere. Null if deleted since. */
export function createNote(deps: Deps, actor: Actor, bookId: number, note: NewNote): Promise<Note | null> {
  return writeAboutBook(deps, actor, bookId, (author, loaded) => {
    const request = { table: "notes", userId: author.id, sendKey: note.sendKey } as const;
    const readNote = (id: number) => requireNote(deps, author, id, loaded);
    return createOnce(deps, request, {
      read: readNote,
      create: () => readNote(insertNote(deps, author, loaded, note)),
    });
  });
}

/** Only for the author. @throws AppError 'not-found', also if it's withheld; 'forbidden' */
export function updateNote(deps: Deps, actor: Actor, id: number, { text, quote }: NotePatch): Promise<Note> {
  return writeOnNote(deps, actor, { noteId: id, message: NOTE_NOT_FOUND }, (author, loaded) => {
    requireVisible(deps, author, id, loaded);
    const noteBefore = requireNote(deps, author, id, loaded);
    if (!noteBefore.mine) throw new AppError("forbidden", "You can only edit your own notes.");
    if (noteBefore.kind === "question" && !canPostQuestions(deps, author, loaded.book.id)) throw forbiddenError();
    const trimmedFields = { text: trimText(text) ?? noteBefore.text, quote: trimText(quote) ?? noteBefore.quote };
    if (trimmedFields.text !== noteBefore.text || trimmedFields.quote !== noteBefore.quote)
      deps.stores.notes.update(id, trimmedFields, deps.clock.now().toISOString());
    return requireNote(deps, author, id, loaded);
  });
}

/** Admins delete any, even a withheld one; hosts also delete their meeting's questions. @throws AppError */
export function deleteNote(deps: Deps, actor: Actor, id: number): Promise<void> {
  return writeOnNote(deps, actor, { noteId: id, message: NOTE_NOT_FOUND }, (author, loaded) => {
    const row = deps.stores.notes.findRow(id);
    const canModerate = author.isAdmin || (row?.kind === "question" && isHostForBook(deps, author.id, loaded.book.id));
    const note = requireFound(canModerate ? row : requireVisible(deps, author, id, loaded), NOTE_NOT_FOUND);
    const isAuthor = note.userId === author.id;
    if (!isAuthor && !canModerate) throw new AppError("forbidden", "You can only delete your own notes.");
    deps.stores.notes.delete(id);
    if (!isAuthor) recordAuditEvent(deps, author, "note-removed", note.authorName, note.userId);
  });
}

/** @throws AppError 'not-found', also if it's withheld */
export function setHeart(deps: Deps, actor: Actor, id: number, hearted: boolean): Promise<Note> {
  return writeOnNote(deps, actor, { noteId: id, message: NOTE_NOT_FOUND }, (author, loaded) => {
    requireVisible(deps, author, id, loaded);
    deps.stores.notes[hearted ? "heart" : "unheart"](id, author.id);
    return requireNote(deps, author, id, loaded);
  });
}

export function openTalk(deps: Deps, actor: Actor, bookId: number): { open: boolean } {
  return writeAs(deps, actor, (author) => {
    const book = requireBook(deps, author, bookId);
    if (!isTalkOpen(deps, book)) recordAuditEvent(deps, author, "talk-opened", book.title);
    // also if it's open: another meeting about the book would close it again
    deps.stores.notes.open(bookId, deps.clock.now().toISOString());
    return { open: true };
  });
}

function canPostQuestions(deps: Deps, { id, isAdmin }: Author, bookId: number): boolean {
  return isAdmin || isHostForBook(deps, id, bookId);
}

function insertNote(deps: Deps, author: Author, loaded: LoadedBook, note: NewNote): number {
  const { text, quote = "", kind = "note", sendKey } = note;
  const mapped = mapFraction(deps, loaded.book, note.edition, note.fraction);
  const isFormerEdition = mapped.isOtherEdition && mapped.isExistingEdition;
  const fraction = Math.max(mapped.position, mapped.ownPosition);
  const bookId = loaded.book.id;
  if (kind === "question") requireQuestionAllowed(deps, author, bookId);
  // progress in a replaced text counts later, but may be written about now
  if (kind === "note" && !isFormerEdition && fraction > visibilityLimit(deps, author.id, loaded))
    throw positionAheadError();
  consumeLimit(deps, author, ...NOTE_LIMITS);
  const chapter = loaded.contents && tocEntryAt(loaded.contents, fraction);
  return deps.stores.notes.insert({
    bookId,
    userId: author.id,
    fraction,
    chapter: chapter?.index ?? null,
    chapterTitle: chapter?.title ?? null,
    text: trimText(text),
    quote: trimText(quote),
    kind,
    now: deps.clock.now().toISOString(),
    sendKey,
  });
}

/** All members' Home shows them. @throws AppError 'forbidden'; 'conflict' */
function requireQuestionAllowed(deps: Deps, author: Author, bookId: number): void {
  if (!canPostQuestions(deps, author, bookId)) throw forbiddenError();
  if (deps.stores.notes.countQuestions(bookId) < QUESTIONS_MAX) return;
  throw new AppError("conflict", `A book can have at most ${QUESTIONS_MAX} questions. Delete one first.`);
}

function forbiddenError(): AppError {
  return new AppError("forbidden", "Only admins and the host write the questions for the evening.");
}

function requireNote(deps: Deps, viewer: MemberViewer, id: number, book: LoadedBook): Note {
  const note = requireFound(deps.stores.notes.find(id, viewer.id), NOTE_NOT_FOUND);
  const replies = deps.stores.replies.list([id], viewer.id);
  const isReached = isWithinReach(deps, viewer.id, note, visibilityLimit(deps, viewer.id, book));
  return { ...note, replies: listVisibleReplies(isReached, replies) };
}

/** The author sees their note ahead of their position, but its replies could be spoilers. */
function listVisibleReplies(isReached: boolean, replies: readonly ReplyRow[]): Note["replies"] {
  return replies.filter(({ mine }) => isReached || mine);
}

function positionAheadError(): AppError {
  return fieldError(
    "/fraction",
    "You haven't got that far yet. After a jump, a place counts once you've read or listened there for a minute.",
  );
}
