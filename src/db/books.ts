import type { Book, BookPatch, BookTitle, Chapter, NewBook } from "#contract/books.ts";

import { requireRow } from "./errors.ts";
import { changesOf, type Query, rowOf } from "./query.ts";

export type BookFileKind = "ebook" | "audiobook";

/** `path` is relative to STORAGE_DIR. */
export type BookFile = { filename: string; path: string; size: number; sha256: string; uploadedAt: string };

type AudioMetadata = { seconds: number | null; chapters: Chapter[]; warnings?: readonly string[] };

export function createBookStore({ sql, raw, oneOrNull, all, value, valueOrNull, column, exists, run }: Query) {
  const columns = sql`id, title, author, synopsis, month, isbn, audiobook_narrator AS audiobookNarrator,
    audiobook_duration AS audiobookDuration, cover_image AS coverImage, ebook_filename AS ebookFilename,
    ebook_size AS ebookSize, ebook_uploaded_at AS ebookUploadedAt, audiobook_filename AS audiobookFilename,
    audiobook_size AS audiobookSize, audiobook_uploaded_at AS audiobookUploadedAt,
    audiobook_seconds AS audiobookSeconds, chapters AS "chapters:json"`;
  const readBook = (id: number) => oneOrNull<Book>`SELECT ${columns} FROM books WHERE id = ${id}`;
  const readFile = (id: number, kind: BookFileKind) => {
    const prefix = raw(kind);
    return oneOrNull<BookFile>`
      SELECT ${prefix}_filename AS filename, ${prefix}_path AS path, ${prefix}_size AS size, ${prefix}_sha256 AS sha256,
             ${prefix}_uploaded_at AS uploadedAt FROM books WHERE id = ${id} AND ${prefix}_path IS NOT NULL`;
  };
  const updateFile = (id: number, kind: BookFileKind, { filename, path, size, sha256, uploadedAt }: FileColumns) => {
    const prefix = raw(kind);
    return exists`
      UPDATE books SET ${prefix}_filename = ${filename}, ${prefix}_path = ${path}, ${prefix}_size = ${size},
        ${prefix}_sha256 = ${sha256}, ${prefix}_uploaded_at = ${uploadedAt} WHERE id = ${id} RETURNING id`;
  };
  const updateAudioFacts = (id: number, { seconds, chapters, warnings = [] }: AudioMetadata) => run`
    UPDATE books SET audiobook_seconds = ${seconds}, chapters = ${JSON.stringify(chapters)},
      audiobook_warnings = ${JSON.stringify(warnings)} WHERE id = ${id}`;
  const markAudioChecked = (id: number, path: string, warnings: readonly string[]) => run`
    UPDATE books SET audiobook_checked_path = ${path}, audiobook_warnings = ${JSON.stringify(warnings)}
    WHERE id = ${id} AND audiobook_path = ${path}`;
  const moveCorrections = (id: number, kind: BookFileKind, from: string, path: string): void => {
    for (const table of [raw("match_corrections"), raw("anchors")])
      run`UPDATE ${table} SET ${raw(kind)}_path = ${path} WHERE book_id = ${id} AND ${raw(kind)}_path = ${from}`;
  };

  return {
    find: readBook,
    /** The latest book not after `month`; else the nearest future one. */
    findCurrent: (month: string) =>
      oneOrNull<Book>`SELECT ${columns} FROM books WHERE month <= ${month} ORDER BY month DESC, id DESC LIMIT 1` ??
      oneOrNull<Book>`SELECT ${columns} FROM books WHERE month > ${month} ORDER BY month, id DESC LIMIT 1`,
    findOfMonth: (month: string) => oneOrNull<Book>`
      SELECT ${columns} FROM books WHERE month = ${month} ORDER BY id DESC LIMIT 1`,
    findOldestMonth: () => valueOrNull<string>`SELECT min(month) FROM books`,
    findSame: ({ title, author, month }: Pick<Book, "title" | "author" | "month">) => all<Book>`
      SELECT ${columns} FROM books WHERE title = ${title} AND author = ${author} AND month = ${month} ORDER BY id`,
    list: () => all<Book>`SELECT ${columns} FROM books ORDER BY month DESC, id DESC`,
    listTitles: () => all<BookTitle>`SELECT id, title, author, month FROM books ORDER BY month DESC, id DESC`,
    insert: (book: NewBook, createdAt: string): Book => {
      const id = value<number>`INSERT INTO books ${rowOf({ ...toTextColumns(book), createdAt })} RETURNING id`;
      return requireRow(readBook(id));
    },
    /** Null detaches a cover or file. @returns null if there is no such book */
    update: (id: number, patch: BookPatch): Book | null => {
      const before = readBook(id);
      if (!before) return null;
      run`UPDATE books SET ${changesOf(toTextColumns({ ...before, ...patch }))} WHERE id = ${id}`;
      if (patch.ebookFilename === null) updateFile(id, "ebook", NO_FILE);
      if (patch.audiobookFilename === null) {
        updateFile(id, "audiobook", NO_FILE);
        updateAudioFacts(id, { seconds: null, chapters: [] });
      }
      return readBook(id);
    },
    findFile: readFile,
    /** @returns the replaced file, or null @throws if there is no such book */
    replaceFile: (id: number, kind: BookFileKind, file: BookFile, facts: AudioMetadata | null) => {
      const replacedFile = readFile(id, kind);
      if (!updateFile(id, kind, file)) throw new Error(`There is no book ${id}`);
      if (replacedFile?.sha256 === file.sha256) moveCorrections(id, kind, replacedFile.path, file.path);
      if (facts) updateAudioFacts(id, facts);
      return replacedFile;
    },
    listUncheckedAudio: () => all<{ id: number }>`
      SELECT id FROM books WHERE audiobook_path IS NOT NULL AND audiobook_checked_path IS NOT audiobook_path
      ORDER BY month DESC, id DESC`,
    markAudioChecked,
    /** Replaces the MP3 at `from` with a repaired one. @returns false if it was replaced before */
    replaceRepairedAudio: (id: number, from: string, file: BookFile, warnings: readonly string[]): boolean => {
      if (readFile(id, "audiobook")?.path !== from) return false;
      updateFile(id, "audiobook", file);
      moveCorrections(id, "audiobook", from, file.path);
      markAudioChecked(id, file.path, warnings);
      return true;
    },
    listAudioWarnings: (id: number): string[] =>
      JSON.parse(valueOrNull<string>`SELECT audiobook_warnings FROM books WHERE id = ${id}` ?? "[]"),
    delete: (id: number) => run`DELETE FROM books WHERE id = ${id}`,
    listEbookHashes: () => column<string>`
      SELECT DISTINCT ebook_sha256 AS sha256 FROM books WHERE ebook_sha256 IS NOT NULL`,
  };
}

type FileColumns = { [Field in keyof BookFile]: BookFile[Field] | null };

const NO_FILE: FileColumns = { filename: null, path: null, size: null, sha256: null, uploadedAt: null };

function toTextColumns(book: NewBook) {
  const { title, author, month, synopsis, isbn, audiobookNarrator, audiobookDuration, coverImage } = book;
  return { title, author, month, synopsis, isbn, audiobookNarrator, audiobookDuration, coverImage };
}
