import type { NewNote, Note, NoteCount, NotePatch, Notes } from "#contract/notes.ts";
import type { NoteFilter, NoteView } from "#db/notes.ts";
import { type Actor, writeAs } from "#server/access/caller.ts";
import { recordAct } from "#server/audit/audit.ts";
import { requireBook } from "#server/books/books.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { chapterAt, knownContents, loadContents } from "#server/reading/contents.ts";
import { ensureMatch } from "#server/reading/match.ts";
import { reachedFraction } from "#server/reading/reached.ts";

import { isTalkOpen, noSuchNote, requireVisible, visibleUpTo } from "./withheld.ts";

/** Notes a member may see, and how many are withheld (BEYOND 6). @throws AppError 'not-found' */
export async function listNotes(deps: Deps, viewerId: number, bookId: number, filter: NoteFilter): Promise<Notes> {
  const view = await viewOf(deps, viewerId, bookId);
  const notes = deps.stores.notes.list(view, filter);
  const replies = deps.stores.replies.listOf(
    notes.map(({ id }) => id),
    viewerId,
  );
  return {
    reached: reachedFraction(deps, viewerId, bookId),
    open: isTalkOpen(deps, bookId),
    notes: notes.map((note) => ({
      ...note,
      replies: seenReplies(note.fraction, view.limit, replies.get(note.id) ?? []),
    })),
    ahead: deps.stores.notes.countAhead(view, filter.chapter),
  };
}

/** Counts what others wrote that the member may read. @throws AppError 'not-found' */
export async function countNotes(deps: Deps, viewerId: number, bookId: number): Promise<NoteCount> {
  return deps.stores.notes.countOthers(await viewOf(deps, viewerId, bookId));
}

async function viewOf(deps: Deps, viewerId: number, bookId: number): Promise<NoteView> {
  requireBook(deps, bookId);
  await ensureMatch(deps, bookId);
  return { bookId, viewerId, limit: visibleUpTo(deps, viewerId, bookId) };
}

/** Members write up to their place, admins anywhere. @throws AppError 'not-found'; 'forbidden'; 'invalid' */
export async function addNote(deps: Deps, by: Actor, bookId: number, sent: NewNote): Promise<Note> {
  await ensureMatch(deps, bookId);
  await loadContents(deps, bookId).catch(withoutContents);
  return writeAs(deps, by, (author) => {
    requireBook(deps, bookId);
    const { text, fraction, quote = "", kind = "note" } = sent;
    if (kind === "question" && !author.isAdmin)
      throw new AppError("forbidden", "Only admins write the questions for the evening.");
    if (kind === "note" && fraction > visibleUpTo(deps, author.id, bookId)) throw beyond();
    const contents = knownContents(deps, bookId);
    const chapter = contents && chapterAt(contents, fraction);
    const id = deps.stores.notes.insert({
      bookId,
      userId: author.id,
      fraction,
      chapter: chapter?.index ?? null,
      chapterTitle: chapter?.title ?? null,
      text: text.trim(),
      quote: quote.trim(),
      kind,
      now: deps.clock.now().toISOString(),
    });
    return readNote(deps, id, author.id);
  });
}

/** Only the author. @throws AppError 'not-found', also when withheld; 'forbidden' */
export async function changeNote(deps: Deps, by: Actor, id: number, { text, quote }: NotePatch): Promise<Note> {
  await ensureMatchOfNote(deps, id);
  return writeAs(deps, by, ({ id: userId }) => {
    requireVisible(deps, userId, id);
    const before = readNote(deps, id, userId);
    if (!before.mine) throw new AppError("forbidden", "You can only edit your own notes.");
    const words = { text: text?.trim() ?? before.text, quote: quote?.trim() ?? before.quote };
    if (words.text !== before.text || words.quote !== before.quote)
      deps.stores.notes.update(id, words, deps.clock.now().toISOString());
    return readNote(deps, id, userId);
  });
}

/** Removes a note with its replies; admins remove any, even unseen. @throws AppError 'not-found'; 'forbidden' */
export async function removeNote(deps: Deps, by: Actor, id: number): Promise<void> {
  await ensureMatchOfNote(deps, id);
  writeAs(deps, by, (author) => {
    const note = author.isAdmin ? deps.stores.notes.findRow(id) : requireVisible(deps, author.id, id);
    if (!note) throw noSuchNote();
    const mine = note.userId === author.id;
    if (!mine && !author.isAdmin) throw new AppError("forbidden", "You can only delete your own notes.");
    deps.stores.notes.remove(id);
    if (!mine) recordAct(deps, author, "note-removed", note.authorName);
  });
}

/** @throws AppError 'not-found', also when withheld */
export async function setHeart(deps: Deps, by: Actor, id: number, hearted: boolean): Promise<Note> {
  await ensureMatchOfNote(deps, id);
  return writeAs(deps, by, ({ id: userId }) => {
    requireVisible(deps, userId, id);
    deps.stores.notes[hearted ? "heart" : "unheart"](id, userId);
    return readNote(deps, id, userId);
  });
}

/** Opens a talk to everyone, for a month without a meeting. @throws AppError 'not-found' */
export function openTalk(deps: Deps, by: Actor, bookId: number): { open: boolean } {
  return writeAs(deps, by, (author) => {
    const { title } = requireBook(deps, bookId);
    if (!isTalkOpen(deps, bookId)) recordAct(deps, author, "talk-opened", title);
    // also when it is: another meeting planned about the book would close it again
    deps.stores.notes.open(bookId, deps.clock.now().toISOString());
    return { open: true };
  });
}

/** Loads what `visibleUpTo` needs, before the transaction. */
export async function ensureMatchOfNote(deps: Deps, id: number): Promise<void> {
  const note = deps.stores.notes.findRow(id);
  if (note) await ensureMatch(deps, note.bookId);
}

function readNote(deps: Deps, id: number, viewerId: number): Note {
  const note = deps.stores.notes.find(id, viewerId);
  const row = deps.stores.notes.findRow(id);
  if (!note || !row) throw noSuchNote();
  const replies = deps.stores.replies.listOf([id], viewerId).get(id) ?? [];
  return { ...note, replies: seenReplies(note.fraction, visibleUpTo(deps, viewerId, row.bookId), replies) };
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
