import { describeError } from "#server/adapters/log.ts";
import type { Deps } from "#server/deps.ts";
import { closeDuePoll } from "#server/votes/closing.ts";

import { runPeriodically } from "./run-periodically.ts";

const HALF_MINUTE_MS = 30_000;

/** @returns a function that stops it */
export function startClosingPolls(deps: Deps): () => void {
  return runPeriodically(
    { firstMs: 0, everyMs: HALF_MINUTE_MS },
    () => closeDuePoll(deps),
    (error) => deps.log.warn("closing a vote failed", { error: describeError(error) }),
  );
}
