import { addDays } from "date-fns";

import type { Deps } from "#server/deps.ts";

const POLL_SHOWN_DAYS = 7;

/** Closes a poll whose time is over; call it before anything that reads or changes votes (BEYOND 4). */
export function closeDuePoll({ stores, clock }: Deps): void {
  const isDue = (closesAt: string) => closesAt <= clock.now().toISOString();
  const found = stores.polls.findOpen();
  if (!found || !isDue(found.closesAt)) return;
  stores.transaction(() => {
    const poll = stores.polls.findOpen();
    // the due time, not now: the server may have been off
    if (poll && isDue(poll.closesAt)) stores.polls.close(poll.id, poll.closesAt);
  });
}

/** Polls closed before this aren't shown. */
export function pollsShownSince({ clock }: Deps): string {
  return addDays(clock.now(), -POLL_SHOWN_DAYS).toISOString();
}

/** Deletes ballots of polls no longer shown, and old removed nominations. */
export function sweepVotes(deps: Deps): void {
  closeDuePoll(deps);
  deps.stores.polls.forgetBallots(pollsShownSince(deps));
  deps.stores.nominations.forgetRemoved(pollsShownSince(deps));
}
