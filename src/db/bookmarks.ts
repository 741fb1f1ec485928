import type { Bookmark } from "#contract/bookmarks.ts";

import { type Query, rowOf } from "./query.ts";

type NewRow = Omit<Bookmark, "id"> & { userId: number; sendKey?: string | undefined };

export function createBookmarkStore({ sql, one, oneOrNull, all, run }: Query) {
  const columns = sql`id, book_id AS bookId, position AS currentTime, fraction, locator, quote, chapter, note,
    created_at AS createdAt`;

  return {
    list: (userId: number, bookId: number): Bookmark[] => all<Bookmark>`
      SELECT ${columns} FROM bookmarks WHERE user_id = ${userId} AND book_id = ${bookId}
      ORDER BY position, fraction, id`,
    find: (userId: number, id: number): Bookmark | null => oneOrNull<Bookmark>`
      SELECT ${columns} FROM bookmarks WHERE id = ${id} AND user_id = ${userId}`,
    insert: ({ currentTime: position, ...row }: NewRow): Bookmark => one<Bookmark>`
      INSERT INTO bookmarks ${rowOf({ ...row, position })} RETURNING ${columns}`,
    updateNote: (userId: number, id: number, note: string, now: string): Bookmark | null => oneOrNull<Bookmark>`
      UPDATE bookmarks SET note = ${note}, edited_at = ${now} WHERE id = ${id} AND user_id = ${userId}
      RETURNING ${columns}`,
    /** For the retry of an insert. @returns null if the note was edited since */
    resendNote: (userId: number, id: number, note: string): Bookmark | null => oneOrNull<Bookmark>`
      UPDATE bookmarks SET note = ${note}
      WHERE id = ${id} AND user_id = ${userId} AND (edited_at IS NULL OR note = ${note})
      RETURNING ${columns}`,
    delete: (userId: number, id: number) => run`DELETE FROM bookmarks WHERE id = ${id} AND user_id = ${userId}`,
  };
}
