import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

import type { Deps } from "#server/deps.ts";

/** How long there is a way back after an upgrade or a restore; the nightly backups stay longer. */
const KEEP_MS = 30 * 24 * 60 * 60 * 1000;
/** What db/migrate.ts keeps, and the leftovers of a copy that was broken off. */
const UPGRADE = /^before-upgrade-from-\d+(?:-[\dTZ-]+)?\.db(?:\.partial)?$/;
/** What a restore replaced. */
const REPLACED = /^replaced-\d{8}T\d{6}Z(?:-\d+)?$/;

/** Deletes copies of before an upgrade and replaced storages after 30 days: they still have what members deleted. */
export async function sweepOldCopies({ disk, clock }: Deps): Promise<void> {
  const before = clock.now().getTime() - KEEP_MS;
  for (const [folder, names] of [[disk.absolute("backups"), UPGRADE] as const, [disk.root, REPLACED] as const]) {
    for (const name of (await readdir(folder).catch(() => [])).filter((found) => names.test(found))) {
      const path = join(folder, name);
      // when it was made or put aside: a restore that waited for a restart has an older time in its name
      if ((await stat(path)).mtimeMs < before) await rm(path, { recursive: true, force: true });
    }
  }
}
