import { Database } from "bun:sqlite";
import { accessSync, constants, mkdirSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";

import { isSqliteError, StorageFault } from "#db/faults.ts";
import { migrate } from "#db/migrate.ts";
import { openDatabase } from "#db/open.ts";

import { isSwapUnfinished } from "./swap-storage.ts";

/** Makes the folder (0700) if missing, opens and upgrades the database. @throws StorageFault saying what to do */
export function openStorage(storageDir: string): Database {
  makeFolder(storageDir);
  if (isSwapUnfinished(storageDir))
    throw new StorageFault(`A restore of ${storageDir} was interrupted: start the server, which finishes it.`);
  const db = openDatabase(join(storageDir, "bookclub.db"));
  migrate(db, join(storageDir, "backups"));
  return db;
}

/** The lock ends with this process. @returns unlock @throws StorageFault when held, or on a network drive */
export function lockStorage(storageDir: string): () => void {
  makeFolder(storageDir);
  const fault = networkDriveFault(storageDir);
  if (fault !== null) throw new StorageFault(fault);
  const unlock = tryLockStorage(storageDir);
  if (!unlock) throw new StorageFault(`Another bookclub server is running on ${storageDir}: stop it first.`);
  return unlock;
}

/** Like `lockStorage`, but null when another server holds it. */
export function tryLockStorage(storageDir: string): (() => void) | null {
  makeFolder(storageDir);
  const path = join(storageDir, "serve.lock");
  let lock: Database | null = null;
  try {
    lock = new Database(path, { create: true, strict: true });
    lock.run("PRAGMA journal_mode = DELETE");
    lock.run("BEGIN EXCLUSIVE");
  } catch (error) {
    lock?.close();
    if (isSqliteError(error, "SQLITE_BUSY")) return null;
    if (isSqliteError(error, "SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_PERM"))
      throw new StorageFault(`${path} can't be opened for writing: check who owns it.`);
    throw error;
  }
  return () => lock.close();
}

/** Drops root for the storage's owner, who could otherwise trick root by swapping a folder for a symbolic link. */
export function becomeOwner(storageDir: string): void {
  if (process.getuid?.() !== 0) return;
  const owner = statSync(storageDir, { throwIfNoEntry: false });
  if (!owner || owner.uid === 0) return;
  process.setgroups?.([owner.gid]);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
}

/** Network file systems, by Linux's number. */
const NETWORK_DRIVES = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xff534d42, "SMB"],
  [0xfe534d42, "SMB"],
  [0x5346414f, "AFS"],
  [0x00c36400, "Ceph"],
]);

/** A message for a network drive, or null: file locks don't work there (https://www.sqlite.org/wal.html). */
export function networkDriveFault(storageDir: string): string | null {
  if (process.platform !== "linux") return null;
  const kind = NETWORK_DRIVES.get(Number(statfsSync(storageDir).type) >>> 0);
  if (kind === undefined) return null;
  return `The storage folder ${storageDir} is on a network drive (${kind}), which can damage a database: set STORAGE_DIR to a local disk.`;
}

function makeFolder(storageDir: string): void {
  try {
    mkdirSync(storageDir, { recursive: true, mode: 0o700 });
    accessSync(storageDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new StorageFault(`The storage folder ${storageDir} can't be written: check STORAGE_DIR and who owns it.`);
  }
}
