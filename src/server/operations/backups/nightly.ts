import { existsSync, readdirSync, realpathSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";

import { formatInTimeZone } from "date-fns-tz";

import type { BackupResult } from "#contract/operations.ts";
import { StorageError } from "#db/errors.ts";
import { DATABASE_FILE } from "#db/open.ts";
import { readSigningKey } from "#db/snapshot.ts";
import { syncPath, syncTree, writeFully } from "#server/adapters/file-io.ts";
import { describeError } from "#server/adapters/log.ts";
import type { Deps } from "#server/deps.ts";

import {
  ensureBackupFolder,
  getToday,
  isComplete,
  listIncompleteNights,
  listNights,
  PARTIAL_RECORD_PREFIX,
  readManifest,
  recordBackup,
  recordCompleted,
} from "./backup-status.ts";
import { deletePartialFiles } from "./create-backup.ts";
import { type Manifest, MANIFEST_FILE } from "./manifest.ts";
import { copyOffSite, deleteUnreferencedBooks, isOffSite } from "./off-site.ts";
import { listExpiredNights, REPLACED_STORAGE_NAME } from "./retention.ts";
import { createSnapshot } from "./snapshot.ts";

const START_HOUR = 3;
const UNFINISHED_PREFIX = ".making-";
const EXPIRED_PREFIX = ".expired-";

/** True from 3:00 until today's backup exists, and again when a folder that it lacks is available. */
export async function isNightlyDue(deps: Deps): Promise<boolean> {
  const { clock, config, disk } = deps;
  if (Number(formatInTimeZone(clock.now(), config.clubTimeZone, "H")) < START_HOUR) return false;
  const night = disk.absolute(`backups/${getToday(deps)}`);
  if (!existsSync(night) || isOfOtherClub(deps, night)) return true;
  const lacksFolder = (await readManifest(night))?.faults.some(({ path }) => !path.includes("/")) ?? false;
  return lacksFolder && disk.listMissing().length === 0;
}

/** Creates and records tonight's backup, and deletes expired ones. Never throws: a failure is a result. */
export async function createNightlyBackup(deps: Deps): Promise<BackupResult> {
  try {
    const folder = await ensureBackupFolder(deps);
    for (const prefix of [UNFINISHED_PREFIX, EXPIRED_PREFIX, PARTIAL_RECORD_PREFIX])
      await deletePartialFiles(folder, prefix);
    const today = getToday(deps);
    const night = join(folder, today);
    if (isOfOtherClub(deps, night) && !isOfReplacedClub(deps, night))
      throw new StorageError(
        `${realpathSync(folder)} has another club's backup of ${today}, so this club has none. If both clubs use this folder, give this one another: ${folder} can be a link to it.`,
      );
    const unfinishedFolder = join(folder, `${UNFINISHED_PREFIX}${process.pid}`);
    const manifest = await createBackupFolder(deps, unfinishedFolder).catch(async (error: unknown) => {
      await rm(unfinishedFolder, { recursive: true, force: true });
      throw error;
    });
    if (existsSync(night)) await deleteNight(folder, night);
    await rename(unfinishedFolder, night);
    await syncPath(folder);
    await deleteExpired(deps, folder);
    return await recordCompleted(deps, "nightly", manifest, await tryOffSiteCopy(deps, today, manifest));
  } catch (error) {
    deps.log.error("nightly backup failed", { error: describeError(error) });
    const message = error instanceof Error ? error.message : String(error);
    return recordBackup(deps, "nightly", "failed", message).catch((): BackupResult => {
      return { at: deps.clock.now().toISOString(), kind: "nightly", outcome: "failed", message };
    });
  }
}

/** @returns null if the newest night is in the bucket, or if there is none @throws BucketError */
export async function retryOffSiteCopy(deps: Deps): Promise<BackupResult | null> {
  if (!deps.config.s3) return null;
  const folder = await ensureBackupFolder(deps);
  const today = getToday(deps);
  const { name = "", manifest = null } = (await listNights(folder)).find((night) => night.name <= today) ?? {};
  if (manifest === null || (await isOffSite(deps, name, manifest))) return null;
  await copyOffSite(deps, name, manifest);
  return recordCompleted(deps, "nightly", manifest);
}

/** Two clubs' nights have the same names. */
function isOfOtherClub({ stores }: Deps, night: string): boolean {
  const key = readSigningKey(join(night, DATABASE_FILE));
  return key !== null && !Buffer.from(key).equals(stores.signingKey.find());
}

/** An operator may restore another club's backup, which takes the place of the club that made this night. */
function isOfReplacedClub({ disk }: Deps, night: string): boolean {
  const readKeyIn = (folder: string) => readSigningKey(join(folder, DATABASE_FILE))?.toString();
  const nightKey = readKeyIn(night);
  const replacedNames = readdirSync(disk.root).filter((name) => REPLACED_STORAGE_NAME.test(name));
  return replacedNames.some((name) => readKeyIn(disk.absolute(name)) === nightKey);
}

async function tryOffSiteCopy(deps: Deps, night: string, manifest: Manifest): Promise<string> {
  try {
    const key = await copyOffSite(deps, night, manifest);
    if (key !== null) deps.log.info("backup copied to the bucket", { key });
    if (isComplete(manifest)) await deleteUnreferencedBooks(deps);
    return "";
  } catch (error) {
    deps.log.error("copying a backup failed", { error: describeError(error) });
    return `It is here, but not in the bucket: ${error instanceof Error ? error.message : String(error)} Trying again every hour.`;
  }
}

async function createBackupFolder(deps: Deps, unfinishedFolder: string): Promise<Manifest> {
  const manifest = await createSnapshot(deps, unfinishedFolder);
  await writeFully(join(unfinishedFolder, MANIFEST_FILE), (write) =>
    write(Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)),
  );
  await syncTree(unfinishedFolder);
  return manifest;
}

/** Renames it first, so that a half-deleted backup never has the name of a night. */
async function deleteExpired(deps: Deps, folder: string): Promise<void> {
  const nights = (await listNights(folder)).map(({ name }) => name);
  for (const night of listExpiredNights(nights, getToday(deps), await listIncompleteNights(folder)))
    await deleteNight(folder, join(folder, night));
}

async function deleteNight(folder: string, night: string): Promise<void> {
  const expiredFolder = join(folder, `${EXPIRED_PREFIX}${process.pid}`);
  await rm(expiredFolder, { recursive: true, force: true });
  await rename(night, expiredFolder);
  await rm(expiredFolder, { recursive: true, force: true });
}
