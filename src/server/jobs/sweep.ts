import { describeError } from "#server/adapters/log.ts";
import type { Deps } from "#server/deps.ts";
import { sweepAttempts } from "#server/services/attempts.ts";
import { sweepBoard } from "#server/services/board.ts";
import { sweepSessions } from "#server/services/sessions.ts";

const HOUR_MS = 60 * 60 * 1000;

/** Forgets expired sessions, old failures and posts that a reset took, now and then each hour. @returns a function that stops it */
export function startSweep(deps: Deps): () => void {
  const sweep = () => {
    try {
      sweepSessions(deps);
      sweepAttempts(deps);
      sweepBoard(deps);
    } catch (error) {
      deps.log.warn("sweep failed", { error: describeError(error) });
    }
  };
  sweep();
  const timer = setInterval(sweep, HOUR_MS);
  timer.unref();
  return () => clearInterval(timer);
}
