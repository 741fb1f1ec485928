import type { Note, NoteCount, Notes, Reply } from "#contract/notes.ts";
import { FORMER_MEMBER } from "#contract/users.ts";

import { requireRow } from "./errors.ts";
import type { Query } from "./query.ts";
import { type AuthorColumns, authorOf } from "./users.ts";

/** Notes up to `limit` (a share of the text), and the viewer's own. */
export type NoteView = { bookId: number; viewerId: number; limit: number };

export type NoteFilter = { chapter: number | null; kind: Note["kind"] | null };

export type NoteRow = Pick<Note, "id" | "fraction" | "kind"> & {
  bookId: number;
  userId: number | null;
  authorName: string;
};

type NewNoteRow = {
  bookId: number;
  userId: number;
  fraction: number;
  chapter: number | null;
  chapterTitle: string | null;
  text: string;
  quote: string;
  kind: Note["kind"];
  now: string;
  sendKey?: string | undefined;
};

/** The queries withhold notes ahead of the reader (BEYOND 6). */
export function createNoteStore(query: Query) {
  const select = `SELECT n.id, n.fraction, n.chapter, n.chapter_title AS chapterTitle, n.text, n.quote, n.kind,
      n.created_at AS createdAt, n.edited_at AS editedAt, n.user_id AS userId,
      u.display_name AS displayName, u.photo_url AS photoURL,
      (SELECT count(*) FROM note_hearts h WHERE h.note_id = n.id) AS hearts,
      EXISTS (SELECT 1 FROM note_hearts h WHERE h.note_id = n.id AND h.user_id = $viewerId) AS hearted
    FROM notes n LEFT JOIN users u ON u.id = n.user_id`;
  const visible = `n.book_id = $bookId AND (n.fraction <= $limit OR n.user_id = $viewerId)
    AND ($kind IS NULL OR n.kind = $kind)`;
  const list = query<NoteColumns>(`${select} WHERE ${visible} ORDER BY n.fraction, n.id`);
  const listOfChapter = query<NoteColumns>(
    `${select} WHERE ${visible} AND n.chapter = $chapter ORDER BY n.fraction, n.id`,
  );
  const hidden = `book_id = $bookId AND fraction > $limit AND user_id IS NOT $viewerId`;
  const countAhead = query<Ahead>(
    `SELECT chapter, count(*) AS count FROM notes WHERE ${hidden} GROUP BY chapter ORDER BY min(fraction), chapter`,
  );
  const countAheadOfChapter = query<Ahead>(
    `SELECT chapter, count(*) AS count FROM notes WHERE ${hidden} AND chapter = $chapter GROUP BY chapter`,
  );
  const countOthers = query<NoteCount>(
    `SELECT count(*) AS count, max(created_at) AS newestAt FROM (
       SELECT created_at FROM notes WHERE book_id = $bookId AND fraction <= $limit AND user_id IS NOT $viewerId
       UNION ALL
       SELECT r.created_at FROM notes n JOIN note_replies r ON r.note_id = n.id
       WHERE n.book_id = $bookId AND n.fraction <= $limit AND r.user_id IS NOT $viewerId)`,
  );
  const find = query<NoteColumns>(`${select} WHERE n.id = $id`);
  const findRow = query<NoteRow>(
    `SELECT n.id, n.book_id AS bookId, n.user_id AS userId, n.fraction, n.kind,
            coalesce(u.display_name, '${FORMER_MEMBER.displayName}') AS authorName
     FROM notes n LEFT JOIN users u ON u.id = n.user_id WHERE n.id = $id`,
  );
  const insert = query<{ id: number }>(
    `INSERT INTO notes (book_id, user_id, fraction, chapter, chapter_title, text, quote, kind, created_at, send_key)
     VALUES ($bookId, $userId, $fraction, $chapter, $chapterTitle, $text, $quote, $kind, $now, $sendKey) RETURNING id`,
  );
  const update = query(`UPDATE notes SET text = $text, quote = $quote, edited_at = $now WHERE id = $id`);
  const remove = query(`DELETE FROM notes WHERE id = $id`);
  const heart = query(`INSERT OR IGNORE INTO note_hearts (note_id, user_id) VALUES ($id, $userId)`);
  const unheart = query(`DELETE FROM note_hearts WHERE note_id = $id AND user_id = $userId`);
  const findOpened = query<{ bookId: number }>(`SELECT book_id AS bookId FROM open_talks WHERE book_id = $bookId`);
  const open = query(`INSERT OR IGNORE INTO open_talks (book_id, opened_at) VALUES ($bookId, $now)`);

  return {
    list: (view: NoteView, { chapter, kind }: NoteFilter): NoteWithoutReplies[] => {
      const rows = chapter === null ? list.all({ ...view, kind }) : listOfChapter.all({ ...view, chapter, kind });
      return rows.map((row) => toNote(row, view.viewerId));
    },
    countOthers: (view: NoteView): NoteCount => countOthers.get(view) ?? { count: 0, newestAt: null },
    countAhead: (view: NoteView, chapter: number | null): Ahead[] =>
      chapter === null ? countAhead.all(view) : countAheadOfChapter.all({ ...view, chapter }),
    /** Doesn't withhold notes. */
    find: (id: number, viewerId: number): NoteWithoutReplies | null => {
      const row = find.get({ id, viewerId });
      return row && toNote(row, viewerId);
    },
    findRow: (id: number): NoteRow | null => findRow.get({ id }),
    insert: (note: NewNoteRow): number => requireRow(insert.get({ ...note, sendKey: note.sendKey ?? null })).id,
    update: (id: number, texts: { text: string; quote: string }, now: string) => void update.run({ id, ...texts, now }),
    remove: (id: number) => void remove.run({ id }),
    heart: (id: number, userId: number) => void heart.run({ id, userId }),
    unheart: (id: number, userId: number) => void unheart.run({ id, userId }),
    isOpened: (bookId: number): boolean => findOpened.get({ bookId }) !== null,
    open: (bookId: number, now: string) => void open.run({ bookId, now }),
  };
}

type NoteWithoutReplies = Omit<Note, "replies">;
type Ahead = Notes["ahead"][number];

type NoteColumns = Omit<NoteWithoutReplies, "chapter" | "author" | "mine" | "hearted"> &
  AuthorColumns & { chapter: number | null; chapterTitle: string | null; hearted: number };

function toNote(row: NoteColumns, viewerId: number): NoteWithoutReplies {
  const { chapter, chapterTitle, userId, displayName, photoURL, hearted, ...note } = row;
  return {
    ...note,
    chapter: chapter === null ? null : { index: chapter, title: chapterTitle ?? "" },
    author: authorOf({ userId, displayName, photoURL }),
    mine: userId === viewerId,
    hearted: hearted === 1,
  };
}

export type ReplyRow = { reply: Reply; noteId: number };

export function createReplyStore(query: Query) {
  const select = `SELECT r.id, r.note_id AS noteId, r.text, r.created_at AS createdAt, r.edited_at AS editedAt,
      r.user_id AS userId, u.display_name AS displayName, u.photo_url AS photoURL
    FROM note_replies r LEFT JOIN users u ON u.id = r.user_id`;
  const list = query<ReplyColumns>(
    `${select} WHERE r.note_id IN (SELECT value FROM json_each($noteIds)) ORDER BY r.id`,
  );
  const find = query<ReplyColumns>(`${select} WHERE r.id = $id`);
  const insert = query<{ id: number }>(
    `INSERT INTO note_replies (note_id, user_id, text, created_at, send_key)
     VALUES ($noteId, $userId, $text, $now, $sendKey) RETURNING id`,
  );
  const update = query(`UPDATE note_replies SET text = $text, edited_at = $now WHERE id = $id`);
  const remove = query(`DELETE FROM note_replies WHERE id = $id`);

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
