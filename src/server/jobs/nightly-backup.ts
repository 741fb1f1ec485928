import { describeError } from "#server/adapters/log.ts";
import type { Deps } from "#server/deps.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Makes a backup each night at 3 in the club's zone, or as soon as the machine is on again. Looks a minute after the
 * start, to be out of its way, and then each hour; so one that failed is tried again, and so is a copy that didn't reach the bucket.
 * @returns a function that stops it
 */
export function startNightlyBackup(deps: Deps): () => void {
  if (!deps.config.nightlyBackup) return () => {};
  let running = false;
  const look = async () => {
    if (running) return;
    running = true;
    try {
      // loaded at the first check, because no start needs it
      const { copyLate, isNightlyDue, makeNightlyBackup } = await import("#server/backups/nightly.ts");
      const made = isNightlyDue(deps) ? await makeNightlyBackup(deps) : await copyLate(deps);
      if (made && made.outcome !== "failed")
        deps.log.info("nightly backup made", { outcome: made.outcome, message: made.message });
    } catch (error) {
      deps.log.error("nightly backup failed", { error: describeError(error) });
    } finally {
      running = false;
    }
  };
  const first = setTimeout(() => void look(), MINUTE_MS);
  const timer = setInterval(() => void look(), HOUR_MS);
  first.unref();
  timer.unref();
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}
