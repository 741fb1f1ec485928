import { Database } from "bun:sqlite";
import { chmodSync, closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";

import { isDiskFull, isSqliteError, StorageError } from "./errors.ts";

/**
 * Copies a database in use, completely or not at all, even after a power cut: SQLite neither syncs the copy nor removes
 * it if the disk is full. @param target must not exist @throws StorageError if the disk is full
 */
export function copyDatabase(db: Database, target: string): void {
  const partialPath = `${target}.partial`;
  const deletePartial = () => {
    for (const path of [partialPath, `${partialPath}-journal`]) rmSync(path, { force: true });
  };
  deletePartial();
  try {
    db.query("VACUUM INTO ?").run(partialPath);
    chmodSync(partialPath, 0o600);
    syncNow(partialPath);
    renameSync(partialPath, target);
    syncNow(dirname(target));
  } catch (error) {
    deletePartial();
    if (isDiskFull(error))
      throw new StorageError(`The disk is too full for a copy of the database at ${target}: free some space.`);
    throw error;
  }
}

export function haveSameBytes(path: string, other: string): boolean {
  return statSync(path).size === statSync(other).size && readFileSync(path).equals(readFileSync(other));
}

/** `path` is relative to STORAGE_DIR; `size` is null if no row has it. */
export type ReferencedFile = { path: string; size: number | null; sha256: string | null };

type CopyContents = { version: number; files: ReferencedFile[] };

/** Checks a copy and lists its files. @throws StorageError if it's damaged or another database */
export function inspectCopy(path: string): CopyContents {
  const damagedError = new StorageError(`The database ${path} is damaged.`);
  try {
    using db = new Database(path, { readonly: true, strict: true });
    const check = db.query<{ quick_check: string }, []>("PRAGMA quick_check(1)").get();
    if (check?.quick_check !== "ok") throw damagedError;
    return {
      version: db.query<{ user_version: number }, []>("PRAGMA user_version").get()?.user_version ?? 0,
      files: listReferencedFiles(db),
    };
  } catch (error) {
    if (isSqliteError(error, "SQLITE_")) throw damagedError;
    throw error;
  }
}

/** The club's own key, which it keeps in all its backups; null if it can't be read. */
export function readSigningKey(path: string): Uint8Array | null {
  try {
    using db = new Database(path, { readonly: true, strict: true });
    const sql = "SELECT unsubscribe_key AS key FROM email_settings";
    return db.query<{ key: Uint8Array }, []>(sql).get()?.key ?? null;
  } catch {
    return null;
  }
}

/** Lists each file once. */
export function listReferencedFiles(db: Database): ReferencedFile[] {
  const files = db.query<ReferencedFile, []>(
    `SELECT ebook_path AS path, ebook_size AS size, ebook_sha256 AS sha256 FROM books WHERE ebook_path IS NOT NULL
     UNION SELECT audiobook_path, audiobook_size, audiobook_sha256 FROM books WHERE audiobook_path IS NOT NULL
     UNION SELECT substr(cover_image, 6), NULL, NULL FROM books WHERE cover_image LIKE '/api/covers/%'
     UNION SELECT substr(cover_image, 6), NULL, NULL FROM nominations WHERE cover_image LIKE '/api/covers/%'
     UNION SELECT substr(photo_url, 6), NULL, NULL FROM users WHERE photo_url LIKE '/api/avatars/%'`,
  );
  return files.all().map(({ path, size, sha256 }) => ({ path, size, sha256: sha256 ?? imageHash(path) }));
}

function imageHash(path: string): string | null {
  return /(?<![0-9a-f])([0-9a-f]{64})\.\w+$/.exec(path)?.[1] ?? null;
}

/** One line per issue of `integrity_check` and `foreign_key_check`. */
export function findDamage(db: Database): string[] {
  const integrity = db
    .query<{ integrity_check: string }, []>("PRAGMA integrity_check(20)")
    .all()
    .map((row) => row.integrity_check)
    .filter((line) => line !== "ok");
  const brokenReferences = db
    .query<{ table: string; rowid: number; parent: string }, []>("PRAGMA foreign_key_check")
    .all()
    .map(({ table, rowid, parent }) => `row ${rowid} of ${table} refers to a missing row of ${parent}`);
  return [...integrity, ...brokenReferences];
}

export function syncNow(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
