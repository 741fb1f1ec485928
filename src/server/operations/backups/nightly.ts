import { existsSync } from "node:fs";
import { readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";

import { formatInTimeZone } from "date-fns-tz";

import type { BackupResult } from "#contract/operations.ts";
import { inspectCopy } from "#db/snapshot.ts";
import { syncPath, syncTree, writeFully } from "#server/adapters/file-io.ts";
import { describeError } from "#server/adapters/log.ts";
import type { Deps } from "#server/deps.ts";

import {
  backupFolder,
  isWhole,
  listIncomplete,
  NIGHT_PATTERN,
  readManifest,
  recordBackup,
  recordMade,
} from "./backup-status.ts";
import { sweepPartials } from "./create-backup.ts";
import { absentPaths, DATABASE, MANIFEST, type Manifest } from "./manifest.ts";
import { copyOffSite, isOffSite, sweepBucket } from "./off-site.ts";
import { expiredNights } from "./retention.ts";
import { namedFiles, takeSnapshot } from "./snapshot.ts";

const HOUR = 3;
const MAKING = ".making-";
const EXPIRED = ".expired-";

/** True from 3 o'clock until the day has its backup. */
export function isNightlyDue({ clock, config, disk }: Deps): boolean {
  const now = clock.now();
  if (Number(formatInTimeZone(now, config.clubTimeZone, "H")) < HOUR) return false;
  return !existsSync(disk.absolute(`backups/${nightOf(now, config.clubTimeZone)}`));
}

/** Whether tonight's backup lacks a folder that is back now, so that a good one can be made. */
export async function canMakeWhole(deps: Deps): Promise<boolean> {
  const night = deps.disk.absolute(`backups/${nightOf(deps.clock.now(), deps.config.clubTimeZone)}`);
  const manifest = await readManifest(night);
  const hasLostFolder = manifest?.faults.some(({ path }) => !path.includes("/")) ?? false;
  return hasLostFolder && deps.disk.listMissing().length === 0;
}

/** Makes, checks and records tonight's backup, and removes expired ones. Never throws: failure is a result. */
export async function makeNightlyBackup(deps: Deps): Promise<BackupResult> {
  try {
    const folder = await backupFolder(deps);
    await sweepPartials(folder, MAKING);
    await sweepPartials(folder, EXPIRED);
    const night = join(folder, nightOf(deps.clock.now(), deps.config.clubTimeZone));
    const making = join(folder, `${MAKING}${process.pid}`);
    const manifest = await makeFolder(deps, making).catch(async (error: unknown) => {
      await rm(making, { recursive: true, force: true });
      throw error;
    });
    if (existsSync(night)) await removeNight(folder, night);
    await rename(making, night);
    await syncPath(folder);
    await removeExpired(folder);
    return await recordMade(deps, "nightly", manifest, await tryOffSite(deps, manifest));
  } catch (error) {
    deps.log.error("nightly backup failed", { error: describeError(error) });
    const message = error instanceof Error ? error.message : String(error);
    return recordBackup(deps, "nightly", "failed", message).catch((): BackupResult => {
      return { at: deps.clock.now().toISOString(), kind: "nightly", outcome: "failed", message };
    });
  }
}

/** @returns null when the newest night is in the bucket already, or there is none @throws BucketError */
export async function retryOffSiteCopy(deps: Deps): Promise<BackupResult | null> {
  if (!deps.config.s3) return null;
  const folder = await backupFolder(deps);
  const night = (await readdir(folder))
    .filter((name) => NIGHT_PATTERN.test(name))
    .toSorted()
    .at(-1);
  const manifest = night === undefined ? null : await readManifest(join(folder, night));
  if (night === undefined || manifest === null || (await isOffSite(deps, night, manifest))) return null;
  await copyOffSite(deps, night, manifest);
  return recordMade(deps, "nightly", manifest);
}

async function tryOffSite(deps: Deps, manifest: Manifest): Promise<string> {
  try {
    const key = await copyOffSite(deps, nightOf(deps.clock.now(), deps.config.clubTimeZone), manifest);
    if (key !== null) deps.log.info("backup copied to the bucket", { key });
    if (isWhole(manifest)) await sweepBucket(deps);
    return "";
  } catch (error) {
    deps.log.error("backup not copied to the bucket", { error: describeError(error) });
    return `It is here, but not in the bucket: ${error instanceof Error ? error.message : String(error)} Trying again every hour.`;
  }
}

/** Checks a backup folder: its database, and the size of each named file. @throws Error that names what's wrong */
async function checkFolder(folder: string): Promise<void> {
  const manifest = await readManifest(folder);
  if (!manifest) throw new Error(`The backup ${folder} has no readable manifest.`);
  const sizes = new Map(manifest.entries.map(({ path, size }) => [path, size]));
  const lost = absentPaths(manifest);
  const named = namedFiles(inspectCopy(join(folder, DATABASE))).map(({ path }) => path);
  for (const path of [DATABASE, ...named].filter((path) => !lost.has(path))) {
    const found = await stat(join(folder, path)).catch(() => null);
    if (!found || found.size !== sizes.get(path))
      throw new Error(`The backup ${folder} is missing ${path}, or part of it.`);
  }
}

async function makeFolder(deps: Deps, making: string): Promise<Manifest> {
  const manifest = await takeSnapshot(deps, making);
  await writeFully(join(making, MANIFEST), (write) => write(Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)));
  await checkFolder(making);
  await syncTree(making);
  return manifest;
}

/** Renames first, so a half-removed backup never has a night's name. */
async function removeExpired(folder: string): Promise<void> {
  const nights = (await readdir(folder)).filter((name) => NIGHT_PATTERN.test(name));
  for (const night of expiredNights(nights, await listIncomplete(folder))) {
    await removeNight(folder, join(folder, night));
  }
}

async function removeNight(folder: string, night: string): Promise<void> {
  const expired = join(folder, `${EXPIRED}${process.pid}`);
  await rm(expired, { recursive: true, force: true });
  await rename(night, expired);
  await rm(expired, { recursive: true, force: true });
}

function nightOf(now: Date, timeZone: string): string {
  return formatInTimeZone(now, timeZone, "yyyy-MM-dd");
}
