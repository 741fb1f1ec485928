import { Database } from "bun:sqlite";
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

import { explainAccess } from "./account.ts";
import { errorCode, isDiskFull, isSqliteError, StorageError } from "./errors.ts";

/** In STORAGE_DIR, and in each backup. */
export const DATABASE_FILE = "bookclub.db";
const BUSY_TIMEOUT_MS = 5000;
/** The log shrinks to this after a checkpoint, which a long-running reader prevents. */
export const WAL_LIMIT_BYTES = 64 * 1024 * 1024;

/** @throws StorageError if it's damaged, inaccessible, or missing although other files exist */
export function openDatabase(path: string): Database {
  if (path !== ":memory:") rejectEmptyDatabaseBesideFiles(path);
  const isNew = !existsSync(path);
  try {
    const db = new Database(path, { create: true, strict: true });
    setPragmas(db);
    assertPragmas(db, path);
    assertIntegrity(db, path);
    return db;
  } catch (error) {
    // an empty file would be a damaged database at the next start
    if (isNew && isDiskFull(error) && statSync(path, { throwIfNoEntry: false })?.size === 0) rmSync(path);
    if (isSqliteError(error, "SQLITE_NOTADB", "SQLITE_CORRUPT")) throw damagedError(path);
    if (isSqliteError(error, "SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_PERM"))
      throw new StorageError(`The database ${path} can't be opened for writing: ${explainAccess(dirname(path))}`);
    if (isDiskFull(error))
      throw new StorageError(`The disk that holds ${path} is full: free some space and start again.`);
    if (isSqliteError(error, "SQLITE_IOERR"))
      throw new StorageError(`The disk that holds ${path} can't be read or written: check the system log.`);
    throw error;
  }
}

export function closeDatabase(db: Database): void {
  db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
}

/** Truncates the write-ahead log, which contains deleted data, unless a reader uses it. */
export function truncateWal(db: Database): void {
  // doesn't wait for a reader, such as Litestream, which may never end
  db.run("PRAGMA busy_timeout = 0");
  try {
    db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  } finally {
    db.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}

export function walBytes(db: Database): number {
  return statSync(`${db.filename}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}

/** A missing or empty database beside existing books or backups is data loss, not a new club. */
function rejectEmptyDatabaseBesideFiles(path: string): void {
  const storageDir = dirname(path);
  if (existsSync(path)) {
    if (statSync(path).size === 0) throw damagedError(path);
    return;
  }
  const nonEmptyFolders = ["books", "covers", "avatars", "backups"].filter((name) =>
    containsFiles(join(storageDir, name)),
  );
  if (nonEmptyFolders.length > 0)
    throw new StorageError(
      `The database ${path} is missing, but ${nonEmptyFolders.join(", ")} beside it hold files: restore a backup from ${join(storageDir, "backups")}.`,
    );
}

/** True also for an unreadable folder. A new disk's own folder `lost+found` doesn't count. */
export function containsFiles(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => name !== "lost+found");
  } catch (error) {
    return errorCode(error) !== "ENOENT";
  }
}

export function setPragmas(db: Database): void {
  db.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  db.run("PRAGMA journal_mode = WAL");
  db.run("PRAGMA synchronous = FULL");
  db.run("PRAGMA foreign_keys = ON");
  db.run("PRAGMA trusted_schema = OFF");
  // overwrites deleted data (docs/deletion.md)
  db.run("PRAGMA secure_delete = ON");
  db.run("PRAGMA cell_size_check = ON");
  db.run(`PRAGMA journal_size_limit = ${WAL_LIMIT_BYTES}`);
}

function assertPragmas(db: Database, path: string): void {
  const expected: Record<string, unknown> = {
    journal_mode: path === ":memory:" ? "memory" : "wal",
    synchronous: 2,
    foreign_keys: 1,
    busy_timeout: BUSY_TIMEOUT_MS,
    trusted_schema: 0,
    secure_delete: 1,
  };
  for (const [name, value] of Object.entries(expected)) {
    const actual = Object.values(db.query<Record<string, unknown>, []>(`PRAGMA ${name}`).get() ?? {})[0];
    if (actual !== value) throw new StorageError(`SQLite runs with ${name} = ${String(actual)}, not ${String(value)}.`);
  }
}

function assertIntegrity(db: Database, path: string): void {
  const row = db.query<{ quick_check: string }, []>("PRAGMA quick_check(1)").get();
  if (row?.quick_check !== "ok") throw damagedError(path);
}

function damagedError(path: string): StorageError {
  return new StorageError(
    `The database ${path} is damaged: restore a backup from ${join(dirname(path), "backups")} with 'bookclub restore'.`,
  );
}
