import { Database } from "bun:sqlite";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { StorageError } from "#db/errors.ts";
import { migrate } from "#db/migrate.ts";
import { migrations } from "#db/migrations.ts";
import { closeDatabase, openDatabase } from "#db/open.ts";
import { createStores } from "#db/stores.ts";
import { createDisk } from "#server/adapters/disk.ts";
import { syncTree } from "#server/adapters/file-io.ts";
import { FOLDER_MARKER, FOLDERS, hasNothingNamed } from "#server/adapters/missing-folders.ts";
import { tryLockStorage } from "#server/storage/folder.ts";
import {
  discardPendingSwap,
  finishSwap,
  isSwapUnfinished,
  prepareSwap,
  requireNoMounts,
  runPendingSwap,
} from "#server/storage/swap-storage.ts";

import type { OnProgress } from "./create-backup.ts";
import type { EncryptionPolicy } from "./encryption.ts";
import { DATABASE, type Manifest } from "./manifest.ts";
import { stageBackup } from "./stage-restore.ts";

/** `aside`: where the old storage was kept, or null. `waits`: a running server restores at its next start. */
type Restored = { manifest: Manifest | null; aside: string | null; waits: boolean; cameBack: RestoredMembers };

/**
 * Replaces the storage with a backup once every byte of it is checked, keeping what was there. Beside a running server
 * the backup waits for its next start. Ends sessions unless `keepSessions`, and sends no overdue mail. @param source a
 * backup file, a night's folder, or a database copy (files stay then) @param seal says whether it must be encrypted @throws StorageError, AppError disk-full; nothing
 * has changed then
 */
export async function restoreBackup(
  storageDir: string,
  source: string,
  {
    now,
    onProgress = () => {},
    keepSessions = false,
    seal = { key: null, unencrypted: false },
  }: { now: Date; onProgress?: OnProgress; keepSessions?: boolean; seal?: EncryptionPolicy },
): Promise<Restored> {
  const unlock = tryLockStorage(storageDir);
  try {
    if (unlock) finishSwap(storageDir);
    const disk = createDisk(storageDir);
    await disk.prepare();
    const staged = `tmp/${process.pid}-restore-${randomBytes(6).toString("hex")}`;
    const folder = disk.absolute(staged);
    try {
      await mkdir(folder, { mode: 0o700 });
      for (const name of FOLDERS) await mkdir(join(folder, name), { mode: 0o700 });
      const { manifest, schema } = await stageBackup(source, folder, { seal, onProgress });
      const newest = migrations.at(-1)?.version ?? 0;
      if (schema > newest)
        throw new StorageError(
          `${source} was made by a newer bookclub (its database has version ${schema}, this program knows ${newest}): restore it with that one.`,
        );
      const cameBack = sanitizeRestoredDatabase(folder, storageDir, { now, keepSessions });
      if (manifest) {
        requireNoMounts(storageDir);
        await markFolders(folder, manifest);
      }
      await syncTree(folder);
      const aside = freeName(storageDir, `replaced-${now.toISOString().replaceAll(/[-:]|\.\d+/g, "")}`);
      prepareSwap(storageDir, { staged, aside, databaseAlone: manifest === null });
      const kept = unlock ? swapNow(storageDir) : join(storageDir, aside);
      return { manifest, aside: kept, waits: unlock === null, cameBack };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  } finally {
    unlock?.();
  }
}

/** What can't begin, because another command uses the storage, doesn't wait for the next start. */
function swapNow(storageDir: string): string | null {
  try {
    return runPendingSwap(storageDir);
  } catch (error) {
    if (!isSwapUnfinished(storageDir)) discardPendingSwap(storageDir);
    throw error;
  }
}

/** A folder whose files are all in a bucket isn't one whose disk was forgotten. */
async function markFolders(folder: string, { entries, inBucket = [], faults }: Manifest): Promise<void> {
  const named = [...entries, ...inBucket].map(({ path }) => path);
  for (const name of FOLDERS) {
    const isLost = faults.some(({ path }) => path === name || path.startsWith(`${name}/`));
    if (!isLost && hasNothingNamed(folder, name, named)) await writeFile(join(folder, name, FOLDER_MARKER), "");
  }
}

/** Two restores in one second must not share a folder. */
function freeName(storageDir: string, name: string): string {
  let free = name;
  for (let n = 2; existsSync(join(storageDir, free)); n += 1) free = `${name}-${n}`;
  return free;
}

export type RestoredMembers = {
  members: number;
  books: number;
  posts: number;
  deleted: string[];
  unsubscribed: string[];
};

const NOT_SENT = "It was waiting when the backup was made, and a restore sends no mail.";

/** Makes a restored database safe to serve: upgrades it, ends sessions and known devices, drops waiting mail. */
function sanitizeRestoredDatabase(
  staged: string,
  storageDir: string,
  { now, keepSessions }: { now: Date; keepSessions: boolean },
): RestoredMembers {
  const db = openDatabase(join(staged, DATABASE));
  try {
    migrate(db, null);
    const stores = createStores(db);
    stores.transaction(() => {
      stores.oneTime.removeAll();
      if (!keepSessions) {
        stores.sessions.removeAll();
        stores.devices.forgetAll();
      }
      stores.outbox.markUnknown(NOT_SENT, now.toISOString());
      stores.outbox.failAllQueued(NOT_SENT, now.toISOString());
      stores.email.disableUntilRestart();
    });
    const users = stores.users.list();
    const before = readMembers(join(storageDir, DATABASE));
    const names = (isBack: (id: number) => boolean) =>
      before ? users.filter(({ id }) => isBack(id)).map(({ displayName }) => displayName) : [];
    return {
      members: users.length,
      books: stores.books.list().length,
      posts: stores.posts.count(),
      deleted: names((id) => before?.has(id) === false),
      unsubscribed: names((id) => before?.get(id) === false && stores.users.mailChoices(id).wantsMonthlyMail),
    };
  } finally {
    closeDatabase(db);
  }
}

function readMembers(path: string): ReadonlyMap<number, boolean> | null {
  if (!existsSync(path)) return null;
  try {
    const db = new Database(path, { readonly: true, strict: true });
    try {
      const rows = db
        .query<{ id: number; wants: number }, []>("SELECT id, wants_monthly_mail AS wants FROM users")
        .all();
      return new Map(rows.map(({ id, wants }) => [id, wants === 1]));
    } finally {
      db.close();
    }
  } catch {
    // a damaged database is a common reason to restore
    return null;
  }
}
