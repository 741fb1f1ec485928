import { statfsSync } from "node:fs";
import { join } from "node:path";

import { pluralize } from "#contract/counts.ts";
import { findPendingUpgrade } from "#db/migrate.ts";

import { createFindings, type Finding, formatMegabytes } from "./finding.ts";

/** Reports what the next start does to a database of an earlier version. */
export function checkUpgrade(storageDir: string): Finding[] {
  const { ok, note, fix } = createFindings("Upgrade");
  const pending = findPendingUpgrade(join(storageDir, "bookclub.db"));
  if (pending === null) return [];
  const { from, to, steps, bytes } = pending;
  const { bavail, bsize } = statfsSync(storageDir);
  const freeBytes = bavail * bsize;
  // a migration that rewrites a table puts all of it into the write-ahead log
  const neededBytes = 2 * bytes;
  const plan = `The database has schema ${from}. The next start of this program brings it to ${to}, in ${pluralize(steps.length, "step")}: ${steps.join(", ")}.`;
  const spaceText = `It first keeps a copy, backups/before-upgrade-from-${from}.db, of ${formatMegabytes(bytes)}. In all it needs up to ${formatMegabytes(neededBytes)}, and ${formatMegabytes(freeBytes)} are free.`;
  return [
    note(plan),
    freeBytes < neededBytes ? fix(`${spaceText} Free some space first.`) : ok(spaceText),
    note("The other checks need the upgraded database: run doctor again afterward."),
  ];
}
