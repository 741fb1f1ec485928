import type { Database } from "bun:sqlite";

import type { Reply } from "#contract/notes.ts";

import { requireRow } from "./errors.ts";
import { type AuthorColumns, authorOf } from "./users.ts";

export type ReplyRow = { reply: Reply; noteId: number };

/** Replies to notes (BEYOND 6). */
export function createReplyStore(db: Database) {
  const select = `SELECT r.id, r.note_id AS noteId, r.text, r.created_at AS createdAt, r.edited_at AS editedAt,
      r.user_id AS userId, u.display_name AS displayName, u.photo_url AS photoURL
    FROM note_replies r LEFT JOIN users u ON u.id = r.user_id`;
  const list = db.query<ReplyColumns, { noteIds: string }>(
    `${select} WHERE r.note_id IN (SELECT value FROM json_each($noteIds)) ORDER BY r.id`,
  );
  const find = db.query<ReplyColumns, { id: number }>(`${select} WHERE r.id = $id`);
  const insert = db.query<{ id: number }, Omit<NewReplyRow, "sendKey"> & { sendKey: string | null }>(
    `INSERT INTO note_replies (note_id, user_id, text, created_at, send_key)
     VALUES ($noteId, $userId, $text, $now, $sendKey) RETURNING id`,
  );
  const update = db.query<never, { id: number; text: string; now: string }>(
    `UPDATE note_replies SET text = $text, edited_at = $now WHERE id = $id`,
  );
  const remove = db.query<never, { id: number }>(`DELETE FROM note_replies WHERE id = $id`);

  return {
    listOf: (noteIds: readonly number[], viewerId: number): Map<number, Reply[]> => {
      const byNote = new Map<number, Reply[]>();
      for (const row of list.all({ noteIds: JSON.stringify(noteIds) })) {
        const { noteId, reply } = toReply(row, viewerId);
        const others = byNote.get(noteId);
        if (others) others.push(reply);
        else byNote.set(noteId, [reply]);
      }
      return byNote;
    },
    find: (id: number, viewerId: number): ReplyRow | null => {
      const row = find.get({ id });
      return row && toReply(row, viewerId);
    },
    insert: (reply: NewReplyRow): number => requireRow(insert.get({ ...reply, sendKey: reply.sendKey ?? null })).id,
    update: (id: number, text: string, now: string) => void update.run({ id, text, now }),
    remove: (id: number) => void remove.run({ id }),
  };
}

type NewReplyRow = { noteId: number; userId: number; text: string; now: string; sendKey?: string | undefined };
type ReplyColumns = Omit<Reply, "author" | "mine"> & AuthorColumns & { noteId: number };

function toReply({ noteId, userId, displayName, photoURL, ...reply }: ReplyColumns, viewerId: number): ReplyRow {
  const author = authorOf({ userId, displayName, photoURL });
  return { noteId, reply: { ...reply, author, mine: userId === viewerId } };
}
