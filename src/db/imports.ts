import type { Database } from "bun:sqlite";

import { requireRow } from "./errors.ts";
import type { Query } from "./query.ts";

type ImportRow = { id: number; at: string; undoneAt: string | null; books: number };

/** References from these tables don't prevent the removal of a book. */
const OWN_TABLES = ["ratings", "import_books"];

export function createImportStore(query: Query, db: Database) {
  const select = `SELECT id, at, undone_at AS undoneAt,
    (SELECT count(*) FROM import_books WHERE import_id = imports.id) AS books FROM imports`;
  const find = query<ImportRow>(`${select} WHERE id = $id`);
  const findLast = query<ImportRow>(
    `${select} WHERE EXISTS (SELECT 1 FROM import_books WHERE import_id = imports.id) ORDER BY id DESC LIMIT 1`,
  );
  const insert = query<{ id: number }>(`INSERT INTO imports (at) VALUES ($at) RETURNING id`);
  const insertBook = query(`INSERT INTO import_books (import_id, book_id) VALUES ($importId, $bookId)`);
  const markUndone = query(`UPDATE imports SET undone_at = $at WHERE id = $id`);
  const listBooks = query<{ id: number; title: string; month: string; hasFiles: number }>(
    `SELECT b.id, b.title, b.month,
       b.ebook_path IS NOT NULL OR b.audiobook_path IS NOT NULL OR b.cover_image IS NOT NULL AS hasFiles
     FROM import_books i JOIN books b ON b.id = i.book_id WHERE i.import_id = $importId ORDER BY b.month DESC, b.id DESC`,
  );
  // by foreign key, so that references from future tables count
  const usageQueries = db
    .query<{ name: string; column: string }, []>(
      `SELECT m.name, f."from" AS column FROM sqlite_schema m, pragma_foreign_key_list(m.name) f
       WHERE m.type = 'table' AND f."table" = 'books'`,
    )
    .all()
    .filter(({ name }) => !OWN_TABLES.includes(name))
    .map(({ name, column }) =>
      query<{ bookId: number }>(
        `SELECT book_id AS bookId FROM import_books i WHERE import_id = $importId
           AND EXISTS (SELECT 1 FROM "${name}" WHERE "${column}" = i.book_id)`,
      ),
    );

  return {
    find: (id: number) => find.get({ id }),
    findLast: () => findLast.get(),
    insert: (bookIds: readonly number[], at: string): number => {
      const row = requireRow(insert.get({ at }));
      for (const bookId of bookIds) insertBook.run({ importId: row.id, bookId });
      return row.id;
    },
    markUndone: (id: number, at: string) => void markUndone.run({ id, at }),
    /** Latest month first; `isUsed` if the book has files or references. */
    listBooks: (importId: number) => {
      const usedBookIds = new Set(usageQueries.flatMap((query) => query.all({ importId }).map(({ bookId }) => bookId)));
      return listBooks
        .all({ importId })
        .map(({ hasFiles, ...book }) => ({ ...book, isUsed: hasFiles === 1 || usedBookIds.has(book.id) }));
    },
  };
}
