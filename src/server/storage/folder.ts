import { Database } from "bun:sqlite";
import { accessSync, constants, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { explainAccess } from "#db/account.ts";
import { errorCode, isSqliteError, StorageError } from "#db/errors.ts";
import { findPendingUpgrade, migrate } from "#db/migrate.ts";
import { containsFiles, DATABASE_FILE, openDatabase } from "#db/open.ts";
import { FOLDERS, WORK_FOLDERS } from "#server/adapters/missing-folders.ts";
import type { Config } from "#server/config.ts";

import { findFilesystemIssue } from "./filesystem.ts";
import { isSwapUnfinished } from "./swap-storage.ts";

/** Creates the folder (0700) if missing, opens and upgrades the database. @throws StorageError with what to do */
export function openStorage(storageDir: string): Database {
  ensureWritableFolder(storageDir);
  if (isSwapUnfinished(storageDir))
    throw new StorageError(`A restore of ${storageDir} was interrupted: start the server, which finishes it.`);
  const db = openDatabase(join(storageDir, DATABASE_FILE));
  migrate(db, join(storageDir, "backups"));
  return db;
}

/** For a command. @throws StorageError instead of creating or upgrading the database of a running server */
export function openStorageForCommand(storageDir: string): Database {
  const path = join(storageDir, DATABASE_FILE);
  const hasDatabase = existsSync(path);
  if (hasDatabase && findPendingUpgrade(path) === null) return openStorage(storageDir);
  using lock = tryLockStorage(storageDir);
  if (!lock)
    throw new StorageError(
      hasDatabase
        ? `The server on ${storageDir} is older than this program, or still upgrading: restart it, or wait until it's done.`
        : `${path} is gone while a server uses it: stop the server, and put the file back or restore a backup.`,
    );
  return openStorage(storageDir);
}

/** Returns a warning or null. @throws StorageError if it's unsafe */
export async function requireSafeDisk(storageDir: string): Promise<string | null> {
  ensureWritableFolder(storageDir);
  const issue = await findFilesystemIssue(storageDir);
  if (issue?.isUnsafe) throw new StorageError(issue.message);
  return issue && issue.message;
}

/** The lock ends with this process, or when the result is closed. @throws StorageError if another server has it */
export function lockStorage(storageDir: string): Database {
  const lock = tryLockStorage(storageDir);
  if (!lock) throw new StorageError(`Another bookclub server is running on ${storageDir}: stop it first.`);
  return lock;
}

export function tryLockStorage(storageDir: string): Database | null {
  ensureWritableFolder(storageDir);
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
      throw new StorageError(`${path} can't be opened for writing: check who owns it; ${explainAccess(storageDir)}`);
    throw error;
  }
  return lock;
}

/** Otherwise the storage's owner could trick root by replacing a folder with a symbolic link. */
export function dropRootPrivileges(storageDir: string): void {
  if (process.getuid?.() !== 0 || !existsSync(storageDir)) return;
  const owner = statSync(storageDir);
  if (owner.uid === 0) return;
  process.setgroups?.([owner.gid]);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
}

function ensureWritableFolder(storageDir: string): void {
  try {
    mkdirSync(storageDir, { recursive: true, mode: 0o700 });
    accessSync(storageDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new StorageError(
      `The storage folder ${storageDir} can't be written: check STORAGE_DIR; ${explainAccess(storageDir)}`,
    );
  }
}

/** A used storage has at least one of these, even during a restore. */
const STORAGE_CONTENTS = /^(?:bookclub\.db|restore.*)$/;

type StoragePaths = Pick<Config, "storageDir" | "clubMarker">;

export function findMissingStorage(storageDir: string): string | null {
  try {
    const names = readdirSync(storageDir);
    if (names.some((name) => STORAGE_CONTENTS.test(name))) return null;
    // a rejected restore creates folders without files
    if (FOLDERS.some((folder) => names.includes(folder) && containsFiles(join(storageDir, folder)))) return null;
  } catch (error) {
    if (!["ENOENT", "ENOTDIR"].includes(errorCode(error))) return null;
  }
  return `There is no club in ${storageDir} yet: check STORAGE_DIR, or start the server.`;
}

const STORAGE_FOLDERS = new Set<string>([...FOLDERS, ...WORK_FOLDERS, "backups", "lost+found"]);
/** Of restores, and of systems and tools, such as .git and @eaDir. */
const OTHER_HARMLESS_FOLDER = /^(?:\W|replaced-|restore)/;

/** A new club would close the folder to other accounts and delete its old temporary files. @throws StorageError */
export function requireOwnFolder(storageDir: string): void {
  if (findMissingStorage(storageDir) === null || !existsSync(storageDir) || !statSync(storageDir).isDirectory()) return;
  const entries = readdirSync(storageDir, { withFileTypes: true });
  const isHarmless = (name: string) => STORAGE_FOLDERS.has(name) || OTHER_HARMLESS_FOLDER.test(name);
  const other = entries.find((entry) => !entry.isFile() && !isHarmless(entry.name));
  if (other)
    throw new StorageError(
      `${storageDir} isn't a club's folder: it has ${other.name}. Set STORAGE_DIR to a new or empty folder.`,
    );
}

/** Rejects an unmounted disk, where a new, empty storage would be created. @throws StorageError */
export function requireMountedStorage({ storageDir, clubMarker }: StoragePaths): void {
  if (clubMarker === null || !existsSync(clubMarker) || findMissingStorage(storageDir) === null) return;
  throw new StorageError(
    `There was a club in ${storageDir}, and there is none now: mount its disk, or check STORAGE_DIR. To begin a new one or to restore a backup there, first remove ${clubMarker}.`,
  );
}

export function writeClubMarker({ clubMarker }: StoragePaths): string | null {
  if (clubMarker === null || existsSync(clubMarker)) return null;
  try {
    mkdirSync(dirname(clubMarker), { recursive: true, mode: 0o700 });
    writeFileSync(clubMarker, "A bookclub server ran here. While this file exists, it starts no new, empty club.\n");
    return null;
  } catch {
    return `CLUB_MARKER names ${clubMarker}, which can't be written: an unmounted disk would start as a new club.`;
  }
}
