import { differenceInHours } from "date-fns";

import { pluralize } from "#contract/counts.ts";
import type { Deps } from "#server/deps.ts";
import { listBackups } from "#server/operations/backups/backup-status.ts";
import { isSwapWaiting } from "#server/storage/swap-storage.ts";

import { type Finding, fix, note, ok } from "./finding.ts";

const LATE_HOURS = { nightly: 36, byHand: 7 * 24 } as const;

export function examineRestore({ config }: Deps): Finding[] {
  const message = "A backup is waiting: restart the club to restore it.";
  return isSwapWaiting(config.storageDir) ? [note("Restore", message)] : [];
}

export async function examineBackups(deps: Deps): Promise<Finding[]> {
  const about = "Backups";
  const { last, lastGoodAt, nightly, nights } = await listBackups(deps);
  if (last && last.outcome !== "whole")
    return [fix(about, `The last one, from ${last.at}, is ${last.outcome}: ${last.message}`)];
  if (lastGoodAt === null) {
    const message = nightly
      ? "None yet: the server makes one each night, or run 'bookclub backup' now."
      : "None yet, and NIGHTLY_BACKUP is off: run 'bookclub backup'.";
    return [{ about, state: nightly ? "note" : "fix", message }];
  }
  const hours = differenceInHours(deps.clock.now(), lastGoodAt);
  if (hours < 0) {
    const message = `The last good one is from ${lastGoodAt}, in the future: was the clock set back?`;
    return [note(about, message)];
  }
  const age = hours < 48 ? pluralize(hours, "hour") : pluralize(Math.floor(hours / 24), "day");
  if (hours > (nightly ? LATE_HOURS.nightly : LATE_HOURS.byHand))
    return [fix(about, `The last good one is ${age} old: is the server running?`)];
  const message = `The last good one is ${age} old, with ${pluralize(nights.length, "night")} kept. Copy one to another machine now and then.`;
  return [ok(about, message)];
}
