import type { Anchor } from "#contract/book-progress.ts";

import { type Query, rowOf } from "./query.ts";

type FilePaths = { bookId: number; ebookPath: string; audiobookPath: string };
type NewAnchorRow = Omit<Anchor, "id"> & FilePaths & { userId: number; madeAt: string };

/** Members' "I'm here" (BEYOND 5). */
export function createAnchorStore({ sql, all, value, valueOrNull, column, run }: Query) {
  const matchesFiles = ({ bookId, ebookPath, audiobookPath }: FilePaths) => sql`
    book_id = ${bookId} AND ebook_path = ${ebookPath} AND audiobook_path = ${audiobookPath}`;
  return {
    listAuthors: (bookId: number): number[] => column<number>`
      SELECT DISTINCT user_id AS userId FROM anchors WHERE book_id = ${bookId}`,
    list: (files: FilePaths, userId: number) => all<Anchor>`
      SELECT id, seconds, fraction FROM anchors WHERE user_id = ${userId} AND ${matchesFiles(files)} ORDER BY id`,
    /** Deletes the member's anchors in replaced files, and old ones. */
    insert: (anchor: NewAnchorRow, max: number): number => {
      const { userId, bookId } = anchor;
      const id = value<number>`INSERT INTO anchors ${rowOf(anchor)} RETURNING id`;
      run`
        DELETE FROM anchors WHERE user_id = ${userId} AND book_id = ${bookId}
          AND (NOT (${matchesFiles(anchor)}) OR id NOT IN (
            SELECT id FROM anchors WHERE user_id = ${userId} AND ${matchesFiles(anchor)} ORDER BY id DESC LIMIT ${max}))`;
      return id;
    },
    /** @returns its book's id, or null if it isn't the member's */
    delete: (userId: number, id: number): number | null => valueOrNull<number>`
      DELETE FROM anchors WHERE id = ${id} AND user_id = ${userId} RETURNING book_id AS bookId`,
  };
}

type CorrectionRow = { ebookPath: string; audiobookPath: string; pairs: string };

/** Admins' corrections of the chapter match (BEYOND 5). */
export function createMatchStore({ oneOrNull, run }: Query) {
  return {
    find: (bookId: number): CorrectionRow | null => oneOrNull<CorrectionRow>`
      SELECT ebook_path AS ebookPath, audiobook_path AS audiobookPath, pairs
      FROM match_corrections WHERE book_id = ${bookId}`,
    save: (bookId: number, { ebookPath, audiobookPath, pairs }: CorrectionRow) => run`
      INSERT OR REPLACE INTO match_corrections ${rowOf({ bookId, ebookPath, audiobookPath, pairs })}`,
    delete: (bookId: number) => run`DELETE FROM match_corrections WHERE book_id = ${bookId}`,
  };
}
