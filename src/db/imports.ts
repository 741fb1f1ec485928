import type { Query } from "./query.ts";

type ImportRow = { id: number; at: string; undoneAt: string | null; books: number };

export function createImportStore({ sql, raw, oneOrNull, all, value, column, run }: Query) {
  const select = sql`SELECT id, at, undone_at AS undoneAt,
    (SELECT count(*) FROM import_books WHERE import_id = imports.id) AS books FROM imports`;

  return {
    find: (id: number) => oneOrNull<ImportRow>`${select} WHERE id = ${id}`,
    findLast: () => oneOrNull<ImportRow>`
      ${select} WHERE EXISTS (SELECT 1 FROM import_books WHERE import_id = imports.id) ORDER BY id DESC LIMIT 1`,
    insert: (bookIds: readonly number[], at: string): number => {
      const id = value<number>`INSERT INTO imports (at) VALUES (${at}) RETURNING id`;
      for (const bookId of bookIds) run`INSERT INTO import_books (import_id, book_id) VALUES (${id}, ${bookId})`;
      return id;
    },
    markUndone: (id: number, at: string) => run`UPDATE imports SET undone_at = ${at} WHERE id = ${id}`,
    /** Latest month first; `isUsed` if the book has files or references. */
    listBooks: (importId: number) => {
      // by foreign key, so that references from future tables count
      const references = all<{ table: string; column: string }>`
        SELECT m.name AS "table", f."from" AS column FROM sqlite_schema m, pragma_foreign_key_list(m.name) f
        WHERE m.type = 'table' AND f."table" = 'books' AND m.name NOT IN ('ratings', 'import_books')`;
      const usedBookIds = references.flatMap(
        ({ table, column: reference }) => column<number>`
          SELECT book_id FROM import_books i WHERE import_id = ${importId}
            AND EXISTS (SELECT 1 FROM ${raw(table)} WHERE ${raw(reference)} = i.book_id)`,
      );
      const books = all<{ id: number; title: string; month: string; hasFiles: boolean }>`
        SELECT b.id, b.title, b.month,
               b.ebook_path IS NOT NULL OR b.audiobook_path IS NOT NULL OR b.cover_image IS NOT NULL
                 AS "hasFiles:boolean"
        FROM import_books i JOIN books b ON b.id = i.book_id WHERE i.import_id = ${importId}
        ORDER BY b.month DESC, b.id DESC`;
      return books.map(({ hasFiles, ...book }) => ({
        ...book,
        isUsed: hasFiles || usedBookIds.includes(book.id),
      }));
    },
  };
}
