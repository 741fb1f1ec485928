import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

import type { Deps } from "#server/deps.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** How many of the newest days, weeks and months keep a backup. */
const RETENTION = { days: 7, weeks: 4, months: 6 } as const;

/**
 * Nights to remove; those kept count only days, weeks and months that have one: a club may be off for a year.
 * @param incomplete those that lack files, which are thinned out by themselves: no whole one goes because of them
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
/** How long there is a way back after an upgrade or a restore; the nightly backups stay longer. */
const OLD_COPY_TTL_MS = 30 * 24 * HOUR_MS;
/** What db/migrate.ts keeps, and the leftovers of a copy that was broken off. */
const UPGRADE_COPY_NAME = /^before-upgrade-from-\d+(?:-[\dTZ-]+)?\.db(?:\.partial)?$/;
/** What a restore replaced. */
const REPLACED_STORAGE_NAME = /^replaced-\d{8}T\d{6}Z(?:-\d+)?$/;
/** A copy of the database that is whole, whenever a program copies the folder of a club that runs (BEYOND 12). */
export const HOOK_SNAPSHOT = "while-copied.db";
/** By then it has been copied: the next time there may be none, and this one must not be taken for it. */
const HOOK_SNAPSHOT_TTL_MS = 12 * HOUR_MS;

/** Deletes copies of before an upgrade, replaced storages and other copies in time: they still have what members deleted. */
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
      // when it was made or put aside: a restore that waited for a restart has an older time in its name
      const { mtimeMs } = await stat(path);
      if (mtimeMs < clock.now().getTime() - keepMs) await rm(path, { recursive: true, force: true });
    }
  }
}
