import { Database } from "bun:sqlite";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { StorageError } from "#db/errors.ts";
import { migrate } from "#db/migrate.ts";
import { migrations } from "#db/migrations.ts";
import { closeDatabase, DATABASE_FILE, openDatabase } from "#db/open.ts";
import { createStores } from "#db/stores.ts";
import { createDisk } from "#server/adapters/disk.ts";
import { syncTree } from "#server/adapters/file-io.ts";
import { FOLDER_MARKER, FOLDERS, lacksReferencedFiles } from "#server/adapters/missing-folders.ts";
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
import type { Manifest } from "./manifest.ts";
import { stageBackup } from "./stage-restore.ts";

/**
 * Replaces the storage with a verified backup, at the next start if a server is running.
 * @param source a backup file, a night's folder, or a database copy (then files aren't replaced)
 * @returns `oldPath` is the old storage, or null; `isPending`: a running server restores at its next start
 * @throws StorageError, AppError disk-full; then nothing has changed
 */
export async function restoreBackup(
  storageDir: string,
  source: string,
  {
    now,
    onProgress = () => {},
    keepsSessions = false,
    policy = { key: null, isUnencryptedAllowed: false },
  }: { now: Date; onProgress?: OnProgress; keepsSessions?: boolean; policy?: EncryptionPolicy },
) {
  using lock = tryLockStorage(storageDir);
  if (lock) finishSwap(storageDir);
  const disk = createDisk(storageDir);
  await disk.prepare();
  const stagedFolder = `tmp/${process.pid}-restore-${randomBytes(6).toString("hex")}`;
  const folder = disk.absolute(stagedFolder);
  try {
    await mkdir(folder, { mode: 0o700 });
    for (const name of FOLDERS) await mkdir(join(folder, name), { mode: 0o700 });
    const { manifest, schema } = await stageBackup(source, folder, { policy, onProgress });
    const newestSchema = migrations.at(-1)?.version ?? 0;
    if (schema > newestSchema)
      throw new StorageError(
        `${source} was made by a newer bookclub (its database has version ${schema}, this program knows ${newestSchema}): restore it with that one.`,
      );
    const restoredMembers = sanitizeRestoredDatabase(folder, storageDir, { now, keepsSessions });
    if (manifest) {
      requireNoMounts(storageDir);
      await writeFolderMarkers(folder, manifest);
    }
    await syncTree(folder);
    const asideName = findFreeName(storageDir, `replaced-${now.toISOString().replaceAll(/[-:]|\.\d+/g, "")}`);
    prepareSwap(storageDir, { staged: stagedFolder, aside: asideName, isDatabaseOnly: manifest === null });
    const oldPath = lock ? swapIfUnlocked(storageDir) : join(storageDir, asideName);
    return { manifest, oldPath, isPending: lock === null, restoredMembers };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Fails if another command uses the storage; the next start must not swap it then. */
function swapIfUnlocked(storageDir: string): string | null {
  try {
    return runPendingSwap(storageDir);
  } catch (error) {
    if (!isSwapUnfinished(storageDir)) discardPendingSwap(storageDir);
    throw error;
  }
}

/** Skips a folder whose files are all in a bucket, because it may be empty. */
async function writeFolderMarkers(folder: string, { entries, inBucket = [], faults }: Manifest): Promise<void> {
  const referencedPaths = [...entries, ...inBucket].map(({ path }) => path);
  for (const name of FOLDERS) {
    const isMissing = faults.some(({ path }) => path === name || path.startsWith(`${name}/`));
    if (!isMissing && lacksReferencedFiles(folder, name, referencedPaths))
      await writeFile(join(folder, name, FOLDER_MARKER), "");
  }
}

function findFreeName(storageDir: string, name: string): string {
  let candidate = name;
  for (let n = 2; existsSync(join(storageDir, candidate)); n += 1) candidate = `${name}-${n}`;
  return candidate;
}

export type RestoredMembers = ReturnType<typeof sanitizeRestoredDatabase>;

const NOT_SENT_REASON = "It was waiting when the backup was made, and a restore sends no mail.";

/** Upgrades the database, ends sessions and cancels queued mail. */
function sanitizeRestoredDatabase(
  stagedPath: string,
  storageDir: string,
  { now, keepsSessions }: { now: Date; keepsSessions: boolean },
) {
  const db = openDatabase(join(stagedPath, DATABASE_FILE));
  try {
    migrate(db, null);
    const stores = createStores(db);
    stores.transaction(() => {
      stores.oneTimeSecrets.deleteAll();
      if (!keepsSessions) {
        stores.sessions.deleteAll();
        stores.devices.deleteAll();
      }
      stores.outbox.markUnknown(NOT_SENT_REASON, now.toISOString());
      stores.outbox.failAllQueued(NOT_SENT_REASON, now.toISOString());
      stores.email.disableUntilRestart();
    });
    const users = stores.users.list();
    const currentMembers = readCurrentMembers(join(storageDir, DATABASE_FILE));
    const listNames = (isListed: (id: number) => boolean) =>
      currentMembers ? users.filter(({ id }) => isListed(id)).map(({ displayName }) => displayName) : [];
    return {
      members: users.length,
      books: stores.books.list().length,
      posts: stores.posts.count(),
      deleted: listNames((id) => currentMembers?.has(id) === false),
      unsubscribed: listNames(
        (id) => currentMembers?.get(id) === false && stores.users.findChoices(id).wantsMonthlyMail,
      ),
    };
  } finally {
    closeDatabase(db);
  }
}

function readCurrentMembers(path: string): ReadonlyMap<number, boolean> | null {
  if (!existsSync(path)) return null;
  try {
    using db = new Database(path, { readonly: true, strict: true });
    const rows = db.query<{ id: number; wants: number }, []>("SELECT id, wants_monthly_mail AS wants FROM users").all();
    return new Map(rows.map(({ id, wants }) => [id, wants === 1]));
  } catch {
    return null;
  }
}
