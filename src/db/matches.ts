import type { Database } from "bun:sqlite";

/** A correction applies to these two files only; `pairs` is JSON. */
type CorrectionRow = { ebookPath: string; audiobookPath: string; pairs: string };

/** Admins' corrections of the chapter match (BEYOND 5). */
export function createMatchStore(db: Database) {
  const find = db.query<CorrectionRow, { bookId: number }>(
    `SELECT ebook_path AS ebookPath, audiobook_path AS audiobookPath, pairs
     FROM match_corrections WHERE book_id = $bookId`,
  );
  const save = db.query<never, CorrectionRow & { bookId: number }>(
    `INSERT INTO match_corrections (book_id, ebook_path, audiobook_path, pairs)
     VALUES ($bookId, $ebookPath, $audiobookPath, $pairs)
     ON CONFLICT DO UPDATE SET ebook_path = $ebookPath, audiobook_path = $audiobookPath, pairs = $pairs`,
  );
  const remove = db.query<never, { bookId: number }>(`DELETE FROM match_corrections WHERE book_id = $bookId`);

  return {
    find: (bookId: number): CorrectionRow | null => find.get({ bookId }),
    save: (bookId: number, row: CorrectionRow) => void save.run({ bookId, ...row }),
    remove: (bookId: number) => void remove.run({ bookId }),
  };
}
