import type { Database } from "bun:sqlite";

import type { Bookmark } from "#contract/bookmarks.ts";

type NewRow = {
  userId: number;
  bookId: number;
  currentTime: number;
  chapter: number;
  note: string;
  createdAt: string;
};

/** Each member's own bookmarks in audiobooks. */
export function createBookmarkStore(db: Database) {
  const columns = `id, book_id AS bookId, position AS currentTime, chapter, note, created_at AS createdAt`;
  const list = db.query<Bookmark, { userId: number; bookId: number }>(
    `SELECT ${columns} FROM bookmarks WHERE user_id = $userId AND book_id = $bookId ORDER BY position, id`,
  );
  const insert = db.query<Bookmark, NewRow>(
    `INSERT INTO bookmarks (user_id, book_id, position, chapter, note, created_at)
     VALUES ($userId, $bookId, $currentTime, $chapter, $note, $createdAt) RETURNING ${columns}`,
  );
  const remove = db.query<{ id: number }, { userId: number; id: number }>(
    `DELETE FROM bookmarks WHERE id = $id AND user_id = $userId RETURNING id`,
  );

  return {
    list: (userId: number, bookId: number): Bookmark[] => list.all({ userId, bookId }),
    insert: (row: NewRow): Bookmark => {
      const inserted = insert.get(row);
      if (!inserted) throw new Error("INSERT … RETURNING gave no row");
      return inserted;
    },
    /** False when the member has no such bookmark. */
    remove: (userId: number, id: number): boolean => remove.get({ userId, id }) !== null,
  };
}
