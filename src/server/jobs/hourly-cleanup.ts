import { deleteExpiredAttempts } from "#server/access/attempts.ts";
import { deleteExpiredDevices } from "#server/access/devices.ts";
import { deleteExpiredTokens } from "#server/access/one-time-tokens.ts";
import { deleteExpiredSessions } from "#server/access/sessions.ts";
import { describeError } from "#server/adapters/log.ts";
import { listTimingsCacheKeys } from "#server/alignment/timings-cache.ts";
import { deleteExpiredBoardResets } from "#server/board/posts.ts";
import { deleteUnreachableEditions } from "#server/books/editions/edition.ts";
import type { Deps } from "#server/deps.ts";
import { deleteOldCopies } from "#server/operations/backups/retention.ts";
import { deleteUnreferencedCache, deleteUnreferencedFiles } from "#server/storage/stored-files.ts";
import { deleteOldVotes } from "#server/votes/close-due-poll.ts";

/** Deletes expired rows, copies and files. A failing step doesn't skip the others. */
export async function runHourlyCleanup(deps: Deps): Promise<void> {
  for (const step of STEPS)
    try {
      await step(deps);
    } catch (error) {
      deps.log.warn("hourly cleanup failed", { error: describeError(error) });
    }
}

const STEPS: readonly ((deps: Deps) => unknown)[] = [
  deleteExpiredRows,
  // frees space on a full disk, where the step before fails
  ({ stores }) => stores.truncateWal(),
  deleteOldCopies,
  deleteUnreferencedFiles,
  (deps) => deleteUnreferencedCache(deps, listTimingsCacheKeys(deps)),
  // loads the module only if there are uploads
  async (deps) => {
    if ((await deps.disk.list(["uploads"])).length > 0)
      await (await import("#server/uploads/resumable.ts")).deleteExpiredUploads(deps);
  },
];

function deleteExpiredRows(deps: Deps): void {
  deleteExpiredSessions(deps);
  deleteExpiredAttempts(deps);
  deleteExpiredTokens(deps);
  deleteExpiredDevices(deps);
  deleteExpiredBoardResets(deps);
  deleteOldVotes(deps);
  deleteUnreachableEditions(deps);
}
