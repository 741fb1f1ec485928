import type { Book } from "#contract/books.ts";
import type { NewNote, Note, NoteCount, NotePatch, Notes } from "#contract/notes.ts";
import { trimText } from "#contract/text-rule.ts";
import type { NoteFilter, NoteView } from "#db/notes.ts";
import { type Actor, writeAs } from "#server/access/caller.ts";
import { recordAct } from "#server/audit/audit.ts";
import { findBook, requireBook } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { chapterAt, knownContents, loadContents } from "#server/reading/contents.ts";
import { ensureMatch } from "#server/reading/match.ts";
import { reachedFraction } from "#server/reading/reached.ts";

import { isTalkOpen, noSuchNote, requireVisible, type TalkViewer, visibleUpTo } from "./withheld.ts";

/** Notes a member may see, and how many are withheld (BEYOND 6). @throws AppError 'not-found' */
export async function listNotes(deps: Deps, viewer: TalkViewer, bookId: number, filter: NoteFilter): Promise<Notes> {
  const { book, view } = await viewOf(deps, viewer, bookId);
  const notes = deps.stores.notes.list(view, filter);
  const replies = deps.stores.replies.listOf(
    notes.map(({ id }) => id),
    viewer.id,
  );
  return {
    reached: reachedFraction(deps, viewer.id, book),
    open: isTalkOpen(deps, book),
    notes: notes.map((note) => ({
      ...note,
      replies: seenReplies(note.fraction, view.limit, replies.get(note.id) ?? []),
    })),
    ahead: deps.stores.notes.countAhead(view, filter.chapter),
  };
}

/** Counts what others wrote that the member may read. @throws AppError 'not-found' */
export async function countNotes(deps: Deps, viewer: TalkViewer, bookId: number): Promise<NoteCount> {
  return deps.stores.notes.countOthers((await viewOf(deps, viewer, bookId)).view);
}

async function viewOf(deps: Deps, viewer: TalkViewer, bookId: number): Promise<{ book: Book; view: NoteView }> {
  const book = requireBook(deps, viewer, bookId);
  await ensureMatch(deps, book);
  return { book, view: { bookId, viewerId: viewer.id, limit: visibleUpTo(deps, viewer.id, book) } };
}

/** Members write up to their place, admins anywhere. @throws AppError 'not-found'; 'forbidden'; 'invalid' */
export async function addNote(deps: Deps, by: Actor, bookId: number, sent: NewNote): Promise<Note> {
  const before = requireBook(deps, by.user, bookId);
  await ensureMatch(deps, before);
  await loadContents(deps, before).catch(withoutContents);
  return writeAs(deps, by, (author) => {
    const book = requireBook(deps, author, bookId);
    const { text, fraction, quote = "", kind = "note" } = sent;
    if (kind === "question" && !author.isAdmin)
      throw new AppError("forbidden", "Only admins write the questions for the evening.");
    if (kind === "note" && fraction > visibleUpTo(deps, author.id, book)) throw beyond();
    const contents = knownContents(deps, book);
    const chapter = contents && chapterAt(contents, fraction);
    const id = deps.stores.notes.insert({
      bookId,
      userId: author.id,
      fraction,
      chapter: chapter?.index ?? null,
      chapterTitle: chapter?.title ?? null,
      text: trimText(text),
      quote: trimText(quote),
      kind,
      now: deps.clock.now().toISOString(),
    });
    return readNote(deps, id, author);
  });
}

/** Only the author. @throws AppError 'not-found', also when withheld; 'forbidden' */
export async function changeNote(deps: Deps, by: Actor, id: number, { text, quote }: NotePatch): Promise<Note> {
  await ensureMatchOfNote(deps, by.user, id);
  return writeAs(deps, by, (author) => {
    requireVisible(deps, author, id);
    const before = readNote(deps, id, author);
    if (!before.mine) throw new AppError("forbidden", "You can only edit your own notes.");
    const words = { text: trimText(text) ?? before.text, quote: trimText(quote) ?? before.quote };
    if (words.text !== before.text || words.quote !== before.quote)
      deps.stores.notes.update(id, words, deps.clock.now().toISOString());
    return readNote(deps, id, author);
  });
}

/** Removes a note with its replies; admins remove any, even unseen. @throws AppError 'not-found'; 'forbidden' */
export async function removeNote(deps: Deps, by: Actor, id: number): Promise<void> {
  await ensureMatchOfNote(deps, by.user, id);
  writeAs(deps, by, (author) => {
    const note = author.isAdmin ? deps.stores.notes.findRow(id) : requireVisible(deps, author, id);
    if (!note) throw noSuchNote();
    const mine = note.userId === author.id;
    if (!mine && !author.isAdmin) throw new AppError("forbidden", "You can only delete your own notes.");
    deps.stores.notes.remove(id);
    if (!mine) recordAct(deps, author, "note-removed", note.authorName);
  });
}

/** @throws AppError 'not-found', also when withheld */
export async function setHeart(deps: Deps, by: Actor, id: number, hearted: boolean): Promise<Note> {
  await ensureMatchOfNote(deps, by.user, id);
  return writeAs(deps, by, (author) => {
    requireVisible(deps, author, id);
    deps.stores.notes[hearted ? "heart" : "unheart"](id, author.id);
    return readNote(deps, id, author);
  });
}

/** Opens a talk to everyone, for a month without a meeting. @throws AppError 'not-found' */
export function openTalk(deps: Deps, by: Actor, bookId: number): { open: boolean } {
  return writeAs(deps, by, (author) => {
    const book = requireBook(deps, author, bookId);
    if (!isTalkOpen(deps, book)) recordAct(deps, author, "talk-opened", book.title);
    // also when it is: another meeting planned about the book would close it again
    deps.stores.notes.open(bookId, deps.clock.now().toISOString());
    return { open: true };
  });
}

/** Loads what `visibleUpTo` needs, before the transaction. */
export async function ensureMatchOfNote(deps: Deps, viewer: TalkViewer, id: number): Promise<void> {
  const note = deps.stores.notes.findRow(id);
  const book = note && findBook(deps, viewer, note.bookId);
  if (book) await ensureMatch(deps, book);
}

function readNote(deps: Deps, id: number, viewer: TalkViewer): Note {
  const note = deps.stores.notes.find(id, viewer.id);
  const row = deps.stores.notes.findRow(id);
  const book = row && findBook(deps, viewer, row.bookId);
  if (!note || !book) throw noSuchNote();
  const replies = deps.stores.replies.listOf([id], viewer.id).get(id) ?? [];
  return { ...note, replies: seenReplies(note.fraction, visibleUpTo(deps, viewer.id, book), replies) };
}

/** The author sees their note ahead of their place, but replies could spoil. */
function seenReplies(fraction: number, limit: number, replies: Note["replies"]): Note["replies"] {
  return fraction <= limit ? replies : replies.filter(({ mine }) => mine);
}

function withoutContents(error: unknown): void {
  if (!(error instanceof AppError && error.code === "not-found")) throw error;
}

function beyond(): AppError {
  const message =
    "You haven't got that far yet. After a jump, a place counts once you've read or listened there for a minute.";
  return new AppError("invalid", message, { errors: [{ path: "/fraction", message }] });
}
