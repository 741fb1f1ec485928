import { differenceInHours } from "date-fns";

import { counted } from "#contract/counted.ts";
import { listBackups } from "#server/backups/record.ts";
import type { Deps } from "#server/deps.ts";
import { isExchangeWaiting } from "#server/storage/exchange.ts";

import type { Finding } from "./finding.ts";

/** Without nightly backups, a week. */
const LATE_HOURS = { nightly: 36, byHand: 7 * 24 } as const;

export function examineRestore({ config }: Deps): Finding[] {
  const words = "A restored backup waits: restart the club to put it in place.";
  return isExchangeWaiting(config.storageDir) ? [{ about: "Restore", state: "note", words }] : [];
}

/** Checks age and result of the last backup. */
export async function examineBackups(deps: Deps): Promise<Finding[]> {
  const about = "Backups";
  const { last, lastGoodAt, nightly, nights } = await listBackups(deps);
  if (last && last.outcome !== "whole")
    return [{ about, state: "mend", words: `The last one, of ${last.at}, is ${last.outcome}: ${last.message}` }];
  if (lastGoodAt === null) {
    const words = nightly
      ? "None has been made yet: the running server makes one each night, or make one now with 'bookclub backup'."
      : "None has been made yet, and NIGHTLY_BACKUP is off: make one with 'bookclub backup'.";
    return [{ about, state: nightly ? "note" : "mend", words }];
  }
  const hours = differenceInHours(deps.clock.now(), lastGoodAt);
  if (hours < 0) {
    const words = `The last good one is of ${lastGoodAt}, which is yet to come: was this machine's clock set back?`;
    return [{ about, state: "note", words }];
  }
  const age = hours < 48 ? counted(hours, "hour") : counted(Math.floor(hours / 24), "day");
  if (hours > (nightly ? LATE_HOURS.nightly : LATE_HOURS.byHand))
    return [{ about, state: "mend", words: `The last good one is ${age} old: is the server running?` }];
  const words = `The last good one is ${age} old, with ${counted(nights.length, "night")} kept. Copy one to another machine now and then.`;
  return [{ about, state: "ok", words }];
}
