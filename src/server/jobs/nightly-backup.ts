import { describeError } from "#server/adapters/log.ts";
import type { Deps } from "#server/deps.ts";
import { canMakeWhole, isNightlyDue, makeNightlyBackup, retryOffSiteCopy } from "#server/operations/backups/nightly.ts";

import { runPeriodically } from "./run-periodically.ts";

const MINUTE_MS = 60_000;

/** A backup at 3 in the club's zone, or once the machine is on; looks each hour, so one that failed, or lacked a folder, is made again. */
export function startNightlyBackup(deps: Deps): () => void {
  if (!deps.config.nightlyBackup) return () => {};
  const look = async () => {
    const made =
      isNightlyDue(deps) || (await canMakeWhole(deps)) ? await makeNightlyBackup(deps) : await retryOffSiteCopy(deps);
    if (made && made.outcome !== "failed")
      deps.log.info("nightly backup made", { outcome: made.outcome, message: made.message });
  };
  return runPeriodically({ firstMs: MINUTE_MS, everyMs: 60 * MINUTE_MS }, look, (error) =>
    deps.log.error("nightly backup failed", { error: describeError(error) }),
  );
}
