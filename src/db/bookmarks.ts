import type { Bookmark } from "#contract/bookmarks.ts";

import { requireRow } from "./errors.ts";
import type { Query } from "./query.ts";

type NewRow = Omit<Bookmark, "id"> & { userId: number; sendKey?: string | undefined };

export function createBookmarkStore(query: Query) {
  const columns = `id, book_id AS bookId, position AS currentTime, fraction, locator, quote, chapter, note,
    created_at AS createdAt`;
  const list = query<Bookmark>(
    `SELECT ${columns} FROM bookmarks WHERE user_id = $userId AND book_id = $bookId ORDER BY position, fraction, id`,
  );
  const find = query<Bookmark>(`SELECT ${columns} FROM bookmarks WHERE id = $id AND user_id = $userId`);
  const insert = query<Bookmark>(
    `INSERT INTO bookmarks (user_id, book_id, position, fraction, locator, quote, chapter, note, created_at,
       send_key)
     VALUES ($userId, $bookId, $currentTime, $fraction, $locator, $quote, $chapter, $note, $createdAt, $sendKey)
     RETURNING ${columns}`,
  );
  const updateNote = query<Bookmark>(
    `UPDATE bookmarks SET note = $note, edited_at = $now WHERE id = $id AND user_id = $userId RETURNING ${columns}`,
  );
  const resendNote = query<Bookmark>(
    `UPDATE bookmarks SET note = $note WHERE id = $id AND user_id = $userId AND (edited_at IS NULL OR note = $note)
     RETURNING ${columns}`,
  );
  const remove = query(`DELETE FROM bookmarks WHERE id = $id AND user_id = $userId`);

  return {
    list: (userId: number, bookId: number): Bookmark[] => list.all({ userId, bookId }),
    find: (userId: number, id: number): Bookmark | null => find.get({ userId, id }),
    insert: (row: NewRow): Bookmark => requireRow(insert.get({ ...row, sendKey: row.sendKey ?? null })),
    updateNote: (userId: number, id: number, note: string, now: string): Bookmark | null =>
      updateNote.get({ userId, id, note, now }),
    /** For the retry of an insert. @returns null if the note was edited since */
    resendNote: (userId: number, id: number, note: string): Bookmark | null => resendNote.get({ userId, id, note }),
    remove: (userId: number, id: number) => void remove.run({ userId, id }),
  };
}
