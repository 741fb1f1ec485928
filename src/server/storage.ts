import { Database } from "bun:sqlite";
import { accessSync, constants, mkdirSync } from "node:fs";
import { join } from "node:path";

import { isSqliteError, StorageFault } from "#db/faults.ts";
import { migrate } from "#db/migrate.ts";
import { openDatabase } from "#db/open.ts";

import { isExchangeOpen } from "./exchange.ts";

/**
 * Makes the storage folder where it is missing (mode 0700), opens its database and brings the schema up to date.
 * @throws StorageFault with one sentence that tells the operator what to do
 */
export function openStorage(storageDir: string): Database {
  makeFolder(storageDir);
  if (isExchangeOpen(storageDir))
    throw new StorageFault(`A restore of ${storageDir} was interrupted: start the server, which finishes it.`);
  const db = openDatabase(join(storageDir, "bookclub.db"));
  migrate(db, join(storageDir, "backups"));
  return db;
}

/**
 * Takes the storage for this process until it ends, by whatever end: the system frees a file lock with its process.
 * @returns a function that gives it back
 * @throws StorageFault when another server has it
 */
export function lockStorage(storageDir: string): () => void {
  const unlock = tryLockStorage(storageDir);
  if (!unlock) throw new StorageFault(`Another bookclub server is running on ${storageDir}: stop it first.`);
  return unlock;
}

/** The same, with null when another server has it. */
export function tryLockStorage(storageDir: string): (() => void) | null {
  makeFolder(storageDir);
  const lock = new Database(join(storageDir, "serve.lock"), { create: true, strict: true });
  try {
    lock.run("PRAGMA journal_mode = DELETE");
    lock.run("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if (isSqliteError(error, "SQLITE_BUSY")) return null;
    throw error;
  }
  return () => lock.close();
}

function makeFolder(storageDir: string): void {
  try {
    mkdirSync(storageDir, { recursive: true, mode: 0o700 });
    accessSync(storageDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new StorageFault(`The storage folder ${storageDir} cannot be written: check STORAGE_DIR and who owns it.`);
  }
}
