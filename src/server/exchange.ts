import { Database } from "bun:sqlite";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

import { isSqliteError, StorageFault } from "#db/faults.ts";
import { syncPath } from "#db/snapshot.ts";

/** Notes an exchange under way, so that it is finished whatever interrupts it. Names below STORAGE_DIR. */
type Journal = { staged: string; aside: string; parts: string[] };

const JOURNAL = "restore.json";
const DATABASE = "bookclub.db";
/** What is exchanged, the database last. A write-ahead log belongs to the old database and must not meet the new. */
const WHOLE = ["books", "covers", "avatars", `${DATABASE}-wal`, `${DATABASE}-shm`, DATABASE];
const DATABASE_ALONE = WHOLE.slice(-3);

/** True when a restore was interrupted between taking the old away and putting the new in its place. */
export function isExchangeOpen(storageDir: string): boolean {
  return existsSync(join(storageDir, JOURNAL));
}

/**
 * Puts a whole and synced storage in the place of the one that is there, which is kept inside the storage folder: that
 * may be a mount point, which cannot be renamed. Call it with the storage locked.
 * @param staged name below STORAGE_DIR of the new storage
 * @param aside name below STORAGE_DIR for what is there now
 * @returns false when there was nothing to keep
 * @throws StorageFault when another process has the database open
 */
export function exchange(
  storageDir: string,
  { staged, aside, databaseAlone }: { staged: string; aside: string; databaseAlone: boolean },
): boolean {
  settle(join(storageDir, DATABASE), storageDir);
  const journal: Journal = { staged, aside, parts: databaseAlone ? DATABASE_ALONE : WHOLE };
  const path = join(storageDir, JOURNAL);
  writeFileSync(`${path}.new`, JSON.stringify(journal), { mode: 0o600 });
  syncPath(`${path}.new`);
  renameSync(`${path}.new`, path);
  syncPath(storageDir);
  finishExchange(storageDir);
  return existsSync(join(storageDir, aside));
}

/** Goes on where an exchange was interrupted; nothing to do is fine. Call it with the storage locked. */
export function finishExchange(storageDir: string): void {
  if (!isExchangeOpen(storageDir)) return;
  const journal: Journal = JSON.parse(readFileSync(join(storageDir, JOURNAL), "utf8"));
  const [staged, aside] = [join(storageDir, journal.staged), join(storageDir, journal.aside)];
  mkdirSync(aside, { recursive: true, mode: 0o700 });
  // the staged database goes last: while it waits, all that stands in the storage is old or has been exchanged
  for (const part of existsSync(join(staged, DATABASE)) ? journal.parts : []) {
    const [live, fresh, old] = [join(storageDir, part), join(staged, part), join(aside, part)];
    const isDone = !existsSync(fresh) && !part.startsWith(`${DATABASE}-`);
    if (isDone) continue;
    if (existsSync(live) && !existsSync(old)) renameSync(live, old);
    if (existsSync(fresh)) renameSync(fresh, live);
  }
  syncPath(aside);
  syncPath(storageDir);
  rmSync(staged, { recursive: true, force: true });
  rmSync(join(storageDir, JOURNAL));
  const kept = readdirSync(aside);
  for (const name of kept) if (isEmptyFolder(join(aside, name))) rmdirSync(join(aside, name));
  if (readdirSync(aside).length === 0) rmdirSync(aside);
  syncPath(storageDir);
}

/** Makes one file of the old database and sees that nobody has it open. A damaged one is taken as it is. */
function settle(path: string, storageDir: string): void {
  if (!existsSync(path)) return;
  try {
    const db = new Database(path, { readwrite: true, create: false, strict: true });
    try {
      db.run("PRAGMA wal_checkpoint(TRUNCATE)");
      db.run("PRAGMA journal_mode = DELETE");
    } finally {
      db.close();
    }
  } catch (error) {
    if (isSqliteError(error, "SQLITE_BUSY"))
      throw new StorageFault(`Another bookclub command is at work on ${storageDir}: wait until it has ended.`);
  }
}

function isEmptyFolder(path: string): boolean {
  try {
    return readdirSync(path).length === 0;
  } catch {
    return false;
  }
}
