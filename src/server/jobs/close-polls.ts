import { describeError } from "#server/adapters/log.ts";
import type { Deps } from "#server/deps.ts";
import { closeDuePoll } from "#server/votes/closing.ts";

const HALF_MINUTE_MS = 30_000;

/** Closes votes on time, checking each half minute. @returns a function that stops it */
export function startClosingPolls(deps: Deps): () => void {
  const look = () => {
    try {
      closeDuePoll(deps);
    } catch (error) {
      deps.log.warn("closing a vote failed", { error: describeError(error) });
    }
  };
  look();
  const timer = setInterval(look, HALF_MINUTE_MS);
  timer.unref();
  return () => clearInterval(timer);
}
