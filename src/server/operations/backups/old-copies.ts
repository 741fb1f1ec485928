import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

import type { Deps } from "#server/deps.ts";

const HOUR_MS = 60 * 60 * 1000;
/** How long there is a way back after an upgrade or a restore; the nightly backups stay longer. */
const KEEP_MS = 30 * 24 * HOUR_MS;
/** What db/migrate.ts keeps, and the leftovers of a copy that was broken off. */
const UPGRADE = /^before-upgrade-from-\d+(?:-[\dTZ-]+)?\.db(?:\.partial)?$/;
/** What a restore replaced. */
const REPLACED = /^replaced-\d{8}T\d{6}Z(?:-\d+)?$/;
/** A copy of the database that is whole, whenever a program copies the folder of a club that runs (BEYOND 12). */
export const HOOK_SNAPSHOT = "while-copied.db";
/** By then it has been copied: the next time there may be none, and this one must not be taken for it. */
const HOOK_SNAPSHOT_TTL_MS = 12 * HOUR_MS;

/** Deletes copies of before an upgrade, replaced storages and other copies in time: they still have what members deleted. */
export async function sweepOldCopies({ disk, clock }: Deps): Promise<void> {
  const backups = disk.absolute("backups");
  const kinds = [
    { folder: backups, isOne: (name: string) => UPGRADE.test(name), keepMs: KEEP_MS },
    { folder: backups, isOne: (name: string) => name.startsWith(HOOK_SNAPSHOT), keepMs: HOOK_SNAPSHOT_TTL_MS },
    { folder: disk.root, isOne: (name: string) => REPLACED.test(name), keepMs: KEEP_MS },
  ];
  for (const { folder, isOne, keepMs } of kinds) {
    for (const name of (await readdir(folder).catch(() => [])).filter(isOne)) {
      const path = join(folder, name);
      // when it was made or put aside: a restore that waited for a restart has an older time in its name
      const { mtimeMs } = await stat(path);
      if (mtimeMs < clock.now().getTime() - keepMs) await rm(path, { recursive: true, force: true });
    }
  }
}
