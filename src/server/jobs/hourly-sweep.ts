import { sweepAttempts } from "#server/access/attempts.ts";
import { sweepDevices } from "#server/access/devices.ts";
import { sweepTokens } from "#server/access/one-time-tokens.ts";
import { sweepSessions } from "#server/access/sessions.ts";
import { describeError } from "#server/adapters/log.ts";
import { listTimingsCacheKeys } from "#server/alignment/timings-cache.ts";
import { sweepBoard } from "#server/board/posts.ts";
import { sweepEditions } from "#server/books/editions/edition.ts";
import type { Deps } from "#server/deps.ts";
import { sweepOldCopies } from "#server/operations/backups/retention.ts";
import { sweepCache, sweepFiles } from "#server/storage/stored-files.ts";
import { sweepVotes } from "#server/votes/close-due-poll.ts";

/** Deletes expired rows, copies and files. A failing step doesn't skip the others. */
export async function runHourlySweep(deps: Deps): Promise<void> {
  for (const step of STEPS)
    try {
      await step(deps);
    } catch (error) {
      deps.log.warn("sweeping failed", { error: describeError(error) });
    }
}

const STEPS: readonly ((deps: Deps) => unknown)[] = [
  sweepRows,
  // frees space on a full disk, where the step before fails
  ({ stores }) => stores.truncateWal(),
  sweepOldCopies,
  sweepFiles,
  (deps) => sweepCache(deps, listTimingsCacheKeys(deps)),
  // loads the module only if there are uploads
  async (deps) => {
    if ((await deps.disk.list(["uploads"])).length > 0)
      await (await import("#server/uploads/resumable.ts")).sweepUploads(deps);
  },
];

function sweepRows(deps: Deps): void {
  sweepSessions(deps);
  sweepAttempts(deps);
  sweepTokens(deps);
  sweepDevices(deps);
  sweepBoard(deps);
  sweepVotes(deps);
  sweepEditions(deps);
}
