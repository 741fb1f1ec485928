import { addDays } from "date-fns";

import { writeBestEffort } from "#server/access/best-effort-write.ts";
import type { Deps } from "#server/deps.ts";

const POLL_SHOWN_DAYS = 7;

/** Closes a poll whose time is over. Call it before anything that changes votes (BEYOND 4). */
export function closeDuePoll(deps: Deps): void {
  if (!findDuePoll(deps)) return;
  deps.stores.transaction(() => {
    const poll = findDuePoll(deps);
    // the due time, because the server may have been off
    if (poll) deps.stores.polls.close(poll.id, poll.closesAt);
  });
}

/** Like `closeDuePoll`, for calls that read votes, outside a transaction. */
export function closeDuePollBestEffort(deps: Deps): void {
  if (findDuePoll(deps)) writeBestEffort(deps, () => closeDuePoll(deps));
}

export function pollVisibilityCutoff({ clock }: Deps): string {
  return addDays(clock.now(), -POLL_SHOWN_DAYS).toISOString();
}

export function deleteOldVotes(deps: Deps): void {
  closeDuePoll(deps);
  deps.stores.polls.deleteBallots(pollVisibilityCutoff(deps));
  deps.stores.nominations.deleteRemovedBefore(pollVisibilityCutoff(deps));
}

function findDuePoll({ stores, clock }: Deps): { id: number; closesAt: string } | null {
  const poll = stores.polls.findOpen();
  return poll && poll.closesAt <= clock.now().toISOString() ? poll : null;
}
