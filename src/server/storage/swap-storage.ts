import { Database } from "bun:sqlite";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

import { errorCode, isSqliteError, StorageError } from "#db/errors.ts";
import { DATABASE_FILE } from "#db/open.ts";
import { syncNow } from "#db/snapshot.ts";
import { FOLDERS } from "#server/adapters/missing-folders.ts";

/** Written during a swap, so that an interrupted one is finished. Names are relative to STORAGE_DIR. */
type SwapJournal = { staged: string; aside: string; parts: string[] };

const JOURNAL_FILE = "restore.json";
const PENDING_JOURNAL_FILE = "restore-waiting.json";
const PENDING_FOLDER = "restore-waiting";
/** The database is moved last. An old write-ahead log must not meet the new database. */
const STORAGE_PARTS = [...FOLDERS, `${DATABASE_FILE}-wal`, `${DATABASE_FILE}-shm`, DATABASE_FILE];

/** Names relative to STORAGE_DIR. `staged` is the new storage, complete and synced; `aside` is for the current one. */
type Swap = { staged: string; aside: string; isDatabaseOnly: boolean };

export function isSwapUnfinished(storageDir: string): boolean {
  return existsSync(join(storageDir, JOURNAL_FILE));
}

export function isSwapPending(storageDir: string): boolean {
  return existsSync(join(storageDir, PENDING_JOURNAL_FILE));
}

export function prepareSwap(storageDir: string, { staged, aside, isDatabaseOnly }: Swap): void {
  discardPendingSwap(storageDir);
  moveStagedFolder(join(storageDir, staged), join(storageDir, PENDING_FOLDER));
  const parts = isDatabaseOnly ? STORAGE_PARTS.slice(-3) : STORAGE_PARTS;
  writeJournal(storageDir, { staged: PENDING_FOLDER, aside, parts });
}

function moveStagedFolder(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (errorCode(error) !== "EXDEV") throw error;
    throw new StorageError(`${dirname(from)} is a disk of its own: unmount it, and run the restore again.`);
  }
}

export function discardPendingSwap(storageDir: string): void {
  rmSync(join(storageDir, PENDING_JOURNAL_FILE), { force: true });
  rmSync(join(storageDir, PENDING_FOLDER), { recursive: true, force: true });
}

/** The old storage stays inside the folder, because a mount point can't be renamed. Returns its path. Call it locked. */
export function runPendingSwap(storageDir: string): string | null {
  finishSwap(storageDir);
  if (!isSwapPending(storageDir)) return null;
  checkpointAndLock(join(storageDir, DATABASE_FILE), storageDir);
  renameSync(join(storageDir, PENDING_JOURNAL_FILE), join(storageDir, JOURNAL_FILE));
  syncNow(storageDir);
  const previousPath = join(storageDir, readJournal(storageDir).aside);
  finishSwap(storageDir);
  return existsSync(previousPath) ? previousPath : null;
}

/** Finishes an interrupted swap, if any. Call it with the storage locked. */
export function finishSwap(storageDir: string): void {
  if (!isSwapUnfinished(storageDir)) return;
  const journal = readJournal(storageDir);
  const [stagedDir, previousDir] = [join(storageDir, journal.staged), join(storageDir, journal.aside)];
  mkdirSync(previousDir, { recursive: true, mode: 0o700 });
  // the database is moved last: while it's staged, the storage is unchanged or partly swapped
  for (const part of existsSync(join(stagedDir, DATABASE_FILE)) ? journal.parts : []) {
    const [livePath, newPath, oldPath] = [join(storageDir, part), join(stagedDir, part), join(previousDir, part)];
    const isMoved = !existsSync(newPath) && !part.startsWith(`${DATABASE_FILE}-`);
    if (isMoved) continue;
    if (hasEntry(livePath) && !hasEntry(oldPath)) renameSync(livePath, oldPath);
    if (existsSync(newPath)) renameSync(newPath, livePath);
  }
  syncNow(previousDir);
  syncNow(storageDir);
  rmSync(stagedDir, { recursive: true, force: true });
  rmSync(join(storageDir, JOURNAL_FILE));
  const entries = readdirSync(previousDir, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { name } of entries) if (isEmptyFolder(join(previousDir, name))) rmdirSync(join(previousDir, name));
  if (readdirSync(previousDir).length === 0) rmdirSync(previousDir);
  syncNow(storageDir);
}

/** Also true for a link to a disk that isn't mounted. */
function hasEntry(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function readJournal(storageDir: string): SwapJournal {
  return JSON.parse(readFileSync(join(storageDir, JOURNAL_FILE), "utf8"));
}

function writeJournal(storageDir: string, journal: SwapJournal): void {
  const path = join(storageDir, PENDING_JOURNAL_FILE);
  writeFileSync(`${path}.new`, JSON.stringify(journal), { mode: 0o600 });
  syncNow(`${path}.new`);
  renameSync(`${path}.new`, path);
  syncNow(storageDir);
}

/** Checkpoints the old database, and checks that no other process has it open. A damaged one isn't changed. */
function checkpointAndLock(path: string, storageDir: string): void {
  if (!existsSync(path)) return;
  try {
    using db = new Database(path, { readwrite: true, create: false, strict: true });
    db.run("PRAGMA wal_checkpoint(TRUNCATE)");
    db.run("PRAGMA journal_mode = DELETE");
  } catch (error) {
    if (isSqliteError(error, "SQLITE_BUSY"))
      throw new StorageError(`Another bookclub command is using ${storageDir}: wait until it's done.`);
  }
}

function isEmptyFolder(path: string): boolean {
  try {
    return readdirSync(path).length === 0;
  } catch {
    return false;
  }
}

/** A restore renames the folders, which fails for mount points. @throws StorageError */
export function requireNoMounts(storageDir: string): void {
  const root = realpathSync(storageDir);
  const mounts = listMounts();
  for (const folder of FOLDERS) {
    const path = join(root, folder);
    const mount = lstatSync(path, { throwIfNoEntry: false });
    if (mount && (mount.dev !== lstatSync(root).dev || mounts.has(path)))
      throw new StorageError(
        `${path} is a disk of its own, which a restore can't replace: unmount it, run the restore again, copy what is in ${path} then onto the disk, and mount it.`,
      );
  }
}

function listMounts(): ReadonlySet<string> {
  try {
    const lines = readFileSync("/proc/self/mountinfo", "utf8").split("\n");
    return new Set(lines.map((line) => unescapeMountPath(line.split(" ")[4] ?? "")));
  } catch {
    return new Set();
  }
}

function unescapeMountPath(path: string): string {
  return path.replaceAll(/\\([0-7]{3})/g, (_, octal: string) => String.fromCodePoint(Number.parseInt(octal, 8)));
}
