import { addDays } from "date-fns";

import { POLL_SHOWN_DAYS } from "#contract/limits.ts";
import type { Deps } from "#server/deps.ts";

/**
 * Closes the open vote once its time has come. Everything that reads or changes a vote calls it first, and so does a job:
 * the closing is written down the first time anybody could notice, so a clock that is set back opens nothing (BEYOND 4).
 */
export function closeDuePoll({ stores, clock }: Deps): void {
  const isDue = (closesAt: string) => closesAt <= clock.now().toISOString();
  const found = stores.polls.findOpen();
  if (!found || !isDue(found.closesAt)) return;
  stores.transaction(() => {
    const poll = stores.polls.findOpen();
    // its own time, not now: the server may have been off
    if (poll && isDue(poll.closesAt)) stores.polls.close(poll.id, poll.closesAt);
  });
}

/** A poll that closed before this is no longer shown; ISO-8601 UTC. */
export function shownSince({ clock }: Deps): string {
  return addDays(clock.now(), -POLL_SHOWN_DAYS).toISOString();
}

/** Forgets who voted for what in polls that are no longer shown, and nominations that were deleted before. */
export function sweepVotes(deps: Deps): void {
  closeDuePoll(deps);
  deps.stores.polls.forgetBallots(shownSince(deps));
  deps.stores.nominations.forgetRemoved(shownSince(deps));
}
