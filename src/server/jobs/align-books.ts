import { describeError } from "#server/adapters/log.ts";
import { alignPendingBooks } from "#server/alignment/align-pending-books.ts";
import type { Deps } from "#server/deps.ts";

import { runPeriodically } from "./run-periodically.ts";

const FIRST_MS = 20_000;
const EVERY_MS = 30_000;

/** Listens to books whose sentences aren't found yet (BEYOND 11). @returns a function that stops it */
export function startAlignmentJob(deps: Deps): () => void {
  const stopping = new AbortController();
  const stop = runPeriodically(
    { firstMs: FIRST_MS, everyMs: EVERY_MS },
    () => alignPendingBooks(deps, stopping.signal),
    (error) => deps.log.warn("listening failed", { error: describeError(error) }),
  );
  return () => {
    stop();
    stopping.abort();
  };
}
