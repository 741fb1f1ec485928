import type { Database } from "bun:sqlite";

import type { Book, BookPatch, BookTitle, Chapter, NewBook } from "#contract/books.ts";

import { requireRow } from "./errors.ts";
import type { Query } from "./query.ts";

export type BookFileKind = "ebook" | "audiobook";

/** `path` is relative to STORAGE_DIR. */
export type BookFile = { filename: string; path: string; size: number; sha256: string; uploadedAt: string };

type AudioFacts = { seconds: number | null; chapters: Chapter[]; warnings?: readonly string[] };

export function createBookStore(query: Query, db: Database) {
  const columns = `id, title, author, synopsis, month, isbn, audiobook_narrator AS audiobookNarrator,
    audiobook_duration AS audiobookDuration, cover_image AS coverImage, ebook_filename AS ebookFilename,
    ebook_size AS ebookSize, ebook_uploaded_at AS ebookUploadedAt, audiobook_filename AS audiobookFilename,
    audiobook_size AS audiobookSize, audiobook_uploaded_at AS audiobookUploadedAt,
    audiobook_seconds AS audiobookSeconds, chapters`;
  const find = query<BookColumns>(`SELECT ${columns} FROM books WHERE id = $id`);
  const findLatest = query<BookColumns>(
    `SELECT ${columns} FROM books WHERE month <= $month ORDER BY month DESC, id DESC LIMIT 1`,
  );
  const findNearest = query<BookColumns>(
    `SELECT ${columns} FROM books WHERE month > $month ORDER BY month, id DESC LIMIT 1`,
  );
  const findOfMonth = query<BookColumns>(`SELECT ${columns} FROM books WHERE month = $month ORDER BY id DESC LIMIT 1`);
  const findOldestMonth = query<{ month: string | null }>(`SELECT min(month) AS month FROM books`);
  const findSame = query<BookColumns>(
    `SELECT ${columns} FROM books WHERE title = $title AND author = $author AND month = $month ORDER BY id`,
  );
  const list = query<BookColumns>(`SELECT ${columns} FROM books ORDER BY month DESC, id DESC`);
  const listTitles = query<BookTitle>(`SELECT id, title, author, month FROM books ORDER BY month DESC, id DESC`);
  const insert = query<{ id: number }>(
    `INSERT INTO books (title, author, synopsis, month, isbn, audiobook_narrator, audiobook_duration, cover_image, created_at)
     VALUES ($title, $author, $synopsis, $month, $isbn, $audiobookNarrator, $audiobookDuration, $coverImage, $createdAt)
     RETURNING id`,
  );
  const ofEachKind = <Statement>(prepare: (kind: BookFileKind) => Statement) => ({
    ebook: prepare("ebook"),
    audiobook: prepare("audiobook"),
  });
  const findFile = ofEachKind((kind) =>
    query<FileColumns>(
      `SELECT ${kind}_filename AS filename, ${kind}_path AS path, ${kind}_size AS size, ${kind}_sha256 AS sha256,
              ${kind}_uploaded_at AS uploadedAt FROM books WHERE id = $id`,
    ),
  );
  const updateFile = ofEachKind((kind) =>
    query<{ id: number }>(
      `UPDATE books SET ${kind}_filename = $filename, ${kind}_path = $path, ${kind}_size = $size,
              ${kind}_sha256 = $sha256, ${kind}_uploaded_at = $uploadedAt WHERE id = $id RETURNING id`,
    ),
  );
  const updateAudioFacts = query(
    `UPDATE books SET audiobook_seconds = $seconds, chapters = $chapters, audiobook_warnings = $warnings WHERE id = $id`,
  );
  const findWarnings = query<{ warnings: string }>("SELECT audiobook_warnings AS warnings FROM books WHERE id = $id");
  const listUncheckedAudio = query<{ id: number }>(
    `SELECT id FROM books WHERE audiobook_path IS NOT NULL AND audiobook_checked_path IS NOT audiobook_path
     ORDER BY month DESC, id DESC`,
  );
  const markAudioChecked = query(
    `UPDATE books SET audiobook_checked_path = $path, audiobook_warnings = $warnings
     WHERE id = $id AND audiobook_path = $path`,
  );
  const moveCorrections = (id: number, kind: BookFileKind, from: string, path: string): void => {
    for (const table of ["match_corrections", "anchors"])
      db.query<never, [string, number, string]>(
        `UPDATE ${table} SET ${kind}_path = ? WHERE book_id = ? AND ${kind}_path = ?`,
      ).run(path, id, from);
  };
  const remove = query(`DELETE FROM books WHERE id = $id`);
  const listPaths = query<{ path: string }>(
    `SELECT ebook_path AS path FROM books WHERE ebook_path IS NOT NULL
     UNION ALL SELECT audiobook_path FROM books WHERE audiobook_path IS NOT NULL`,
  );
  const listEbookHashes = query<{ sha256: string }>(
    "SELECT DISTINCT ebook_sha256 AS sha256 FROM books WHERE ebook_sha256 IS NOT NULL",
  );
  const listCovers = query<{ coverImage: string }>(
    `SELECT DISTINCT cover_image AS coverImage FROM books WHERE cover_image IS NOT NULL`,
  );

  const readBook = (id: number): Book | null => toBook(find.get({ id }));
  const readFile = (id: number, kind: BookFileKind): BookFile | null => {
    const row = findFile[kind].get({ id });
    return isFile(row) ? row : null;
  };
  return {
    find: readBook,
    /** The latest book not after `month`; else the nearest future one. */
    findCurrent: (month: string): Book | null => toBook(findLatest.get({ month }) ?? findNearest.get({ month })),
    findOfMonth: (month: string): Book | null => toBook(findOfMonth.get({ month })),
    findOldestMonth: () => findOldestMonth.get()?.month ?? null,
    findSame: ({ title, author, month }: Pick<Book, "title" | "author" | "month">): Book[] =>
      findSame.all({ title, author, month }).map(fromColumns),
    list: (): Book[] => list.all().map(fromColumns),
    listTitles: () => listTitles.all(),
    insert: (book: NewBook, createdAt: string): Book => {
      const row = insert.get({
        synopsis: "",
        isbn: "",
        audiobookNarrator: "",
        audiobookDuration: "",
        coverImage: null,
        ...book,
        createdAt,
      });
      return requireRow(row && readBook(row.id));
    },
    /** Null detaches a cover or file. @returns null if there is no such book */
    update: (id: number, patch: BookPatch): Book | null => {
      for (const [field, column] of PATCHABLE) {
        const value = patch[field];
        if (value !== undefined) db.query(`UPDATE books SET ${column} = ?1 WHERE id = ?2`).run(value, id);
      }
      if (patch.ebookFilename === null) updateFile.ebook.run({ id, ...NO_FILE });
      if (patch.audiobookFilename === null) {
        updateFile.audiobook.run({ id, ...NO_FILE });
        updateAudioFacts.run({ id, seconds: null, chapters: "[]", warnings: "[]" });
      }
      return readBook(id);
    },
    findFile: readFile,
    /** @returns the replaced file, or null @throws if there is no such book */
    replaceFile: (id: number, kind: BookFileKind, file: BookFile, facts: AudioFacts | null) => {
      const replacedFile = readFile(id, kind);
      if (!updateFile[kind].get({ id, ...file })) throw new Error(`There is no book ${id}`);
      if (replacedFile?.sha256 === file.sha256) moveCorrections(id, kind, replacedFile.path, file.path);
      if (facts) {
        const { seconds, chapters, warnings = [] } = facts;
        const columns = { chapters: JSON.stringify(chapters), warnings: JSON.stringify(warnings) };
        updateAudioFacts.run({ id, seconds, ...columns });
      }
      return replacedFile;
    },
    listUncheckedAudio: () => listUncheckedAudio.all(),
    markAudioChecked: (id: number, path: string, warnings: readonly string[]) =>
      void markAudioChecked.run({ id, path, warnings: JSON.stringify(warnings) }),
    /** Replaces the MP3 at `from` with a repaired one. @returns false if it was replaced before */
    replaceRepairedAudio: (id: number, from: string, file: BookFile, warnings: readonly string[]): boolean => {
      if (readFile(id, "audiobook")?.path !== from) return false;
      updateFile.audiobook.run({ id, ...file });
      moveCorrections(id, "audiobook", from, file.path);
      markAudioChecked.run({ id, path: file.path, warnings: JSON.stringify(warnings) });
      return true;
    },
    listAudioWarnings: (id: number): string[] => JSON.parse(findWarnings.get({ id })?.warnings ?? "[]"),
    remove: (id: number) => void remove.run({ id }),
    listPaths: () => listPaths.all().map((row) => row.path),
    listEbookHashes: () => listEbookHashes.all().map((row) => row.sha256),
    listCovers: () => listCovers.all().map((row) => row.coverImage),
  };
}

type BookColumns = Omit<Book, "chapters"> & { chapters: string };
type FileColumns = { [Field in keyof BookFile]: BookFile[Field] | null };

const NO_FILE: FileColumns = { filename: null, path: null, size: null, sha256: null, uploadedAt: null };

const PATCHABLE = [
  ["title", "title"],
  ["author", "author"],
  ["synopsis", "synopsis"],
  ["month", "month"],
  ["isbn", "isbn"],
  ["audiobookNarrator", "audiobook_narrator"],
  ["audiobookDuration", "audiobook_duration"],
  ["coverImage", "cover_image"],
] as const;

function toBook(row: BookColumns | null): Book | null {
  return row && fromColumns(row);
}

function fromColumns({ chapters, ...row }: BookColumns): Book {
  return { ...row, chapters: JSON.parse(chapters) };
}

function isFile(row: FileColumns | null): row is BookFile {
  return row !== null && row.path !== null;
}
