import { describeError } from "#server/adapters/log.ts";
import type { Deps } from "#server/deps.ts";
import { checkFolders } from "#server/storage/folders.ts";

import { runPeriodically } from "./run-periodically.ts";

/** Health tells of a missing folder within a minute. */
const EVERY_MS = 30_000;

/** Looks for the folders of members' files, whose disks come and go. @returns a function that stops it */
export function startWatchingFolders(deps: Deps): () => void {
  return runPeriodically(
    { firstMs: EVERY_MS, everyMs: EVERY_MS },
    () => checkFolders(deps),
    (error) => deps.log.error("looking for folders failed", { error: describeError(error) }),
  );
}
