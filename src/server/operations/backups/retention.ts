import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

import type { Deps } from "#server/deps.ts";

import { listNights } from "./backup-status.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** How many days, weeks and months have a backup. */
const RETENTION = { days: 7, weeks: 4, months: 6 } as const;

/**
 * Lists the nights to delete. Periods without a backup don't count, because the server may be off for a year.
 * @param today nights after it were created before the clock was set back; they never displace earlier ones
 * @param incompleteNights nights that never displace a complete one
 */
export function listExpiredNights(
  nights: readonly string[],
  today: string,
  incompleteNights: ReadonlySet<string> = new Set(),
): string[] {
  const groups = Object.groupBy(nights, (night) => `${night > today} ${incompleteNights.has(night)}`);
  return Object.values(groups).flatMap((group = []) => listExpired(group));
}

function listExpired(nights: readonly string[]): string[] {
  const newestFirst = nights.toSorted().toReversed();
  const retainedNights = new Set([
    ...pickNewestOfEach(newestFirst, (night) => night, RETENTION.days),
    ...pickNewestOfEach(newestFirst, weekOf, RETENTION.weeks),
    ...pickNewestOfEach(newestFirst, (night) => night.slice(0, 7), RETENTION.months),
  ]);
  return newestFirst.filter((night) => !retainedNights.has(night));
}

function pickNewestOfEach(newestFirst: readonly string[], period: (night: string) => string, count: number): string[] {
  const newestNights = new Map<string, string>();
  for (const night of newestFirst) if (!newestNights.has(period(night))) newestNights.set(period(night), night);
  return [...newestNights.values()].slice(0, count);
}

/** January 1, 1970 was a Thursday. */
function weekOf(night: string): string {
  return String(Math.floor((Date.parse(night) / DAY_MS + 3) / 7));
}

const HOUR_MS = 60 * 60 * 1000;
/** How long an upgrade or a restore can be undone. */
const OLD_COPY_TTL_MS = 30 * 24 * HOUR_MS;
/** Copies by db/migrate.ts, also interrupted ones. */
const UPGRADE_COPY_NAME = /^before-upgrade-from-\d+(?:-[\dTZ-]+)?\.db(?:\.partial)?$/;
/** Storages that a restore replaced. */
export const REPLACED_STORAGE_NAME = /^replaced-\d{8}T\d{6}Z(?:-\d+)?$/;
/** A consistent copy of the database for programs that copy the folder of a running server (BEYOND 12). */
export const HOOK_SNAPSHOT = "while-copied.db";
/** The next run of that program must not copy an old snapshot. */
const HOOK_SNAPSHOT_TTL_MS = 12 * HOUR_MS;

/** Deletes old copies, because they contain data that members have deleted. */
export async function deleteOldCopies({ disk, clock, config }: Deps): Promise<void> {
  const backups = disk.absolute("backups");
  const nowMs = clock.now().getTime();
  // a clock that is a year ahead makes a night within an hour, but not two
  const [, previousNight] = await listNights(backups);
  const previousNightMs = previousNight ? Date.parse(previousNight.name) + DAY_MS : 0;
  const clubNowMs = config.nightlyBackup ? Math.min(nowMs, previousNightMs) : nowMs;
  const oldCopyCutoff = clubNowMs - OLD_COPY_TTL_MS;
  const hookSnapshotCutoff = nowMs - HOOK_SNAPSHOT_TTL_MS;
  const retentionRules = [
    { folder: backups, isExpiring: (name: string) => UPGRADE_COPY_NAME.test(name), cutoff: oldCopyCutoff },
    { folder: backups, isExpiring: (name: string) => name.startsWith(HOOK_SNAPSHOT), cutoff: hookSnapshotCutoff },
    { folder: disk.root, isExpiring: (name: string) => REPLACED_STORAGE_NAME.test(name), cutoff: oldCopyCutoff },
  ];
  for (const { folder, isExpiring, cutoff } of retentionRules) {
    for (const name of (await readdir(folder).catch(() => [])).filter(isExpiring)) {
      const path = join(folder, name);
      // not by the name, which is older for a pending restore
      const { mtimeMs } = await stat(path);
      if (mtimeMs < cutoff) await rm(path, { recursive: true, force: true });
    }
  }
}
