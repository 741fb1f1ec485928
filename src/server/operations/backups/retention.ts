import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

import type { Deps } from "#server/deps.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** The newest days, weeks and months of which a backup is kept. */
const RETENTION = { days: 7, weeks: 4, months: 6 } as const;

/**
 * The nights to delete. Only days, weeks and months with a backup count, because the server may be off for a year.
 * @param incomplete nights that lack files; they're thinned out separately, so they never displace a complete one
 */
export function listExpiredNights(nights: readonly string[], incomplete: ReadonlySet<string> = new Set()): string[] {
  const [beside, whole] = [
    nights.filter((night) => incomplete.has(night)),
    nights.filter((night) => !incomplete.has(night)),
  ];
  return [...listRetainedNights(whole), ...listRetainedNights(beside)];
}

function listRetainedNights(nights: readonly string[]): string[] {
  const newestFirst = nights.toSorted().toReversed();
  const retained = new Set([
    ...pickNewestOfEach(newestFirst, (night) => night, RETENTION.days),
    ...pickNewestOfEach(newestFirst, weekOf, RETENTION.weeks),
    ...pickNewestOfEach(newestFirst, (night) => night.slice(0, 7), RETENTION.months),
  ]);
  return newestFirst.filter((night) => !retained.has(night));
}

function pickNewestOfEach(newestFirst: readonly string[], period: (night: string) => string, count: number): string[] {
  const newest = new Map<string, string>();
  for (const night of newestFirst) if (!newest.has(period(night))) newest.set(period(night), night);
  return [...newest.values()].slice(0, count);
}

/** January 1, 1970 was a Thursday. */
function weekOf(night: string): string {
  return String(Math.floor((Date.parse(night) / DAY_MS + 3) / 7));
}

const HOUR_MS = 60 * 60 * 1000;
/** An upgrade or a restore can be undone for this time. Nightly backups are kept longer. */
const OLD_COPY_TTL_MS = 30 * 24 * HOUR_MS;
/** Copies by db/migrate.ts, and leftovers of an interrupted copy. */
const UPGRADE_COPY_NAME = /^before-upgrade-from-\d+(?:-[\dTZ-]+)?\.db(?:\.partial)?$/;
/** Storages that a restore replaced. */
const REPLACED_STORAGE_NAME = /^replaced-\d{8}T\d{6}Z(?:-\d+)?$/;
/** A consistent copy of the database for programs that copy the folder of a running server (BEYOND 12). */
export const HOOK_SNAPSHOT = "while-copied.db";
/** By then it was copied. The next run of the program may create none, and must not copy this one. */
const HOOK_SNAPSHOT_TTL_MS = 12 * HOUR_MS;

/** Deletes old copies from before upgrades and restores: they contain data that members have deleted. */
export async function sweepOldCopies({ disk, clock }: Deps): Promise<void> {
  const backups = disk.absolute("backups");
  const retentionRules = [
    { folder: backups, isOne: (name: string) => UPGRADE_COPY_NAME.test(name), keepMs: OLD_COPY_TTL_MS },
    { folder: backups, isOne: (name: string) => name.startsWith(HOOK_SNAPSHOT), keepMs: HOOK_SNAPSHOT_TTL_MS },
    { folder: disk.root, isOne: (name: string) => REPLACED_STORAGE_NAME.test(name), keepMs: OLD_COPY_TTL_MS },
  ];
  for (const { folder, isOne, keepMs } of retentionRules) {
    for (const name of (await readdir(folder).catch(() => [])).filter(isOne)) {
      const path = join(folder, name);
      // by the time on the disk: a pending restore has an older time in its name
      const { mtimeMs } = await stat(path);
      if (mtimeMs < clock.now().getTime() - keepMs) await rm(path, { recursive: true, force: true });
    }
  }
}
