import { type NewReply, NOTE_LIMITS, type Reply, type ReplyPatch } from "#contract/notes.ts";
import { trimText } from "#contract/text-length.ts";
import type { ReplyRow } from "#db/notes.ts";
import { recordAuditEvent } from "#server/access/audit.ts";
import type { Actor } from "#server/access/caller.ts";
import { createOnce, wasCreatedAndDeleted } from "#server/access/idempotency.ts";
import { consumeLimit } from "#server/access/limits.ts";
import type { LoadedBook } from "#server/alignment/loaded-book.ts";
import type { MemberViewer } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { AppError, requireFound } from "#server/errors.ts";

import { isWithinReach, NOTE_NOT_FOUND, requireVisible, visibilityLimit, writeOnNote } from "./visibility.ts";

const REPLY_NOT_FOUND = "There is no such reply. It may have been deleted.";

/** @returns null if it was sent before and deleted since @throws AppError 'not-found', also under a withheld note */
export async function createReply(
  deps: Deps,
  actor: Actor,
  noteId: number,
  { text, sendKey }: NewReply,
): Promise<Reply | null> {
  const request = { table: "note_replies", userId: actor.user.id, sendKey } as const;
  if (wasCreatedAndDeleted(deps, request)) return null;
  return writeOnNote(deps, actor, { noteId, message: NOTE_NOT_FOUND }, (author, loaded) => {
    requireVisible(deps, author, noteId, loaded);
    const userId = author.id;
    const readReply = (id: number) => requireReply(deps, id, userId);
    const insertReply = () => {
      consumeLimit(deps, author, ...NOTE_LIMITS);
      const now = deps.clock.now().toISOString();
      return readReply(deps.stores.replies.insert({ noteId, userId, text: trimText(text), now, sendKey }));
    };
    return createOnce(deps, request, { read: readReply, create: insertReply });
  });
}

export function updateReply(deps: Deps, actor: Actor, id: number, { text }: ReplyPatch): Promise<Reply> {
  return writeOnNote(deps, actor, findNoteOf(deps, id), (author, loaded) => {
    const reply = requireVisibleReply(deps, author, id, loaded);
    if (!reply.mine) throw new AppError("forbidden", "You can only edit your own replies.");
    if (trimText(text) !== reply.text) deps.stores.replies.update(id, trimText(text), deps.clock.now().toISOString());
    return requireReply(deps, id, author.id);
  });
}

/** Admins delete any, even a withheld one. @throws AppError 'not-found'; 'forbidden' */
export function deleteReply(deps: Deps, actor: Actor, id: number): Promise<void> {
  return writeOnNote(deps, actor, findNoteOf(deps, id), (author, loaded) => {
    const reply = author.isAdmin ? requireReply(deps, id, author.id) : requireVisibleReply(deps, author, id, loaded);
    if (!reply.mine && !author.isAdmin) throw new AppError("forbidden", "You can only delete your own replies.");
    deps.stores.replies.delete(id);
    const { displayName, id: authorId } = reply.author;
    if (!reply.mine) recordAuditEvent(deps, author, "note-removed", displayName, authorId);
  });
}

function requireVisibleReply(deps: Deps, viewer: MemberViewer, id: number, loaded: LoadedBook): ReplyRow {
  const reply = requireReply(deps, id, viewer.id);
  const note = requireFound(deps.stores.notes.findRow(reply.noteId), REPLY_NOT_FOUND);
  // under the caller's note ahead of their position, other replies are withheld
  const isUnderOwnNote = note.userId === viewer.id && reply.mine;
  const isVisible = isUnderOwnNote || isWithinReach(deps, viewer.id, note, visibilityLimit(deps, viewer.id, loaded));
  if (!isVisible) throw new AppError("not-found", REPLY_NOT_FOUND);
  return reply;
}

function requireReply({ stores }: Deps, id: number, viewerId: number): ReplyRow {
  return requireFound(stores.replies.find(id, viewerId), REPLY_NOT_FOUND);
}

function findNoteOf({ stores }: Deps, id: number) {
  return { noteId: stores.replies.find(id, 0)?.noteId ?? null, message: REPLY_NOT_FOUND };
}
