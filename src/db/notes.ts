import type { Note, NoteCount, Notes, Reply } from "#contract/notes.ts";
import { FORMER_MEMBER } from "#contract/users.ts";

import { type Query, rowOf } from "./query.ts";
import { AUTHOR } from "./users.ts";

/** Notes up to `limit` (a share of the text), and the viewer's own. */
export type NoteView = { bookId: number; viewerId: number; limit: number };

export type NoteFilter = { chapter: number | null; kind: Note["kind"] | null };

export type NoteRow = Pick<Note, "id" | "fraction" | "kind"> & {
  bookId: number;
  userId: number | null;
  authorName: string;
};

type NewRow = { userId: number; now: string; sendKey?: string | undefined };
type NewNoteRow = Pick<Note, "fraction" | "text" | "quote" | "kind"> &
  NewRow & { bookId: number; chapter: number | null; chapterTitle: string | null };

/** The queries withhold notes ahead of the reader (BEYOND 6). */
export function createNoteStore({ sql, one, oneOrNull, all, value, exists, run }: Query) {
  const selectFor = (viewerId: number) => sql`
    SELECT n.id, n.fraction, n.text, n.quote, n.kind, n.created_at AS createdAt, n.edited_at AS editedAt,
      CASE WHEN n.chapter IS NOT NULL THEN json_object('index', n.chapter, 'title', coalesce(n.chapter_title, '')) END
        AS "chapter:json",
      ${AUTHOR} AS "author:json", n.user_id IS ${viewerId} AS "mine:boolean",
      (SELECT count(*) FROM note_hearts h WHERE h.note_id = n.id) AS hearts,
      EXISTS (SELECT 1 FROM note_hearts h WHERE h.note_id = n.id AND h.user_id = ${viewerId}) AS "hearted:boolean"
    FROM notes n LEFT JOIN users u ON u.id = n.user_id`;
  const isOfChapter = (chapter: number | null) => (chapter === null ? sql`TRUE` : sql`chapter = ${chapter}`);
  const isReached = ({ viewerId, limit }: NoteView) => sql`
    (n.fraction <= ${limit} OR EXISTS (SELECT 1 FROM revealed_notes WHERE note_id = n.id AND user_id = ${viewerId}))`;

  return {
    list: (view: NoteView, { chapter, kind }: NoteFilter) => all<NoteWithoutReplies>`
      ${selectFor(view.viewerId)}
      WHERE n.book_id = ${view.bookId} AND (${isReached(view)} OR n.user_id = ${view.viewerId})
        AND ${isOfChapter(chapter)} AND (${kind} IS NULL OR n.kind = ${kind})
      ORDER BY n.fraction, n.id`,
    countQuestions: (bookId: number) => value<number>`
      SELECT count(*) FROM notes WHERE book_id = ${bookId} AND kind = 'question'`,
    countOthers: (view: NoteView): NoteCount => one<NoteCount>`
      SELECT count(*) AS count, max(created_at) AS newestAt FROM (
        SELECT created_at FROM notes n
        WHERE book_id = ${view.bookId} AND ${isReached(view)} AND user_id IS NOT ${view.viewerId}
        UNION ALL
        SELECT r.created_at FROM notes n JOIN note_replies r ON r.note_id = n.id
        WHERE n.book_id = ${view.bookId} AND ${isReached(view)} AND r.user_id IS NOT ${view.viewerId})`,
    countAhead: (view: NoteView, chapter: number | null): AheadCount[] => all<AheadCount>`
      SELECT chapter, count(*) AS count FROM notes n
      WHERE book_id = ${view.bookId} AND NOT ${isReached(view)} AND user_id IS NOT ${view.viewerId}
        AND ${isOfChapter(chapter)}
      GROUP BY chapter ORDER BY min(fraction), chapter`,
    /** True if the member saw it before a later edition moved it ahead of them. */
    isRevealed: (id: number, viewerId: number): boolean =>
      exists`SELECT 1 FROM revealed_notes WHERE note_id = ${id} AND user_id = ${viewerId}`,
    /** Doesn't withhold notes. */
    find: (id: number, viewerId: number) => oneOrNull<NoteWithoutReplies>`${selectFor(viewerId)} WHERE n.id = ${id}`,
    findRow: (id: number): NoteRow | null => oneOrNull<NoteRow>`
      SELECT n.id, n.book_id AS bookId, n.user_id AS userId, n.fraction, n.kind,
             coalesce(u.display_name, ${FORMER_MEMBER.displayName}) AS authorName
      FROM notes n LEFT JOIN users u ON u.id = n.user_id WHERE n.id = ${id}`,
    insert: ({ now: createdAt, ...note }: NewNoteRow) => value<number>`
      INSERT INTO notes ${rowOf({ ...note, createdAt })} RETURNING id`,
    update: (id: number, { text, quote }: { text: string; quote: string }, now: string) => run`
      UPDATE notes SET text = ${text}, quote = ${quote}, edited_at = ${now} WHERE id = ${id}`,
    delete: (id: number) => run`DELETE FROM notes WHERE id = ${id}`,
    heart: (id: number, userId: number) => run`
      INSERT OR IGNORE INTO note_hearts (note_id, user_id) VALUES (${id}, ${userId})`,
    unheart: (id: number, userId: number) => run`
      DELETE FROM note_hearts WHERE note_id = ${id} AND user_id = ${userId}`,
    isOpened: (bookId: number): boolean => exists`SELECT book_id AS bookId FROM open_talks WHERE book_id = ${bookId}`,
    open: (bookId: number, now: string) => run`
      INSERT OR IGNORE INTO open_talks (book_id, opened_at) VALUES (${bookId}, ${now})`,
  };
}

type NoteWithoutReplies = Omit<Note, "replies">;
type AheadCount = Notes["ahead"][number];

export type ReplyRow = Reply & { noteId: number };

export function createReplyStore({ sql, oneOrNull, all, value, run }: Query) {
  const selectFor = (viewerId: number) => sql`
    SELECT r.id, r.note_id AS noteId, r.text, r.created_at AS createdAt, r.edited_at AS editedAt,
      ${AUTHOR} AS "author:json", r.user_id IS ${viewerId} AS "mine:boolean"
    FROM note_replies r LEFT JOIN users u ON u.id = r.user_id`;

  return {
    list: (noteIds: readonly number[], viewerId: number) => all<ReplyRow>`
      ${selectFor(viewerId)} WHERE r.note_id IN (SELECT value FROM json_each(${JSON.stringify(noteIds)}))
      ORDER BY r.id`,
    find: (id: number, viewerId: number) => oneOrNull<ReplyRow>`${selectFor(viewerId)} WHERE r.id = ${id}`,
    insert: ({ now: createdAt, ...reply }: NewReplyRow): number => value<number>`
      INSERT INTO note_replies ${rowOf({ ...reply, createdAt })} RETURNING id`,
    update: (id: number, text: string, now: string) => run`
      UPDATE note_replies SET text = ${text}, edited_at = ${now} WHERE id = ${id}`,
    delete: (id: number) => run`DELETE FROM note_replies WHERE id = ${id}`,
  };
}

type NewReplyRow = NewRow & { noteId: number; text: string };
