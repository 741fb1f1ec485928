import type { User } from "#contract/users.ts";
import type { MeetingRow } from "#db/meetings.ts";
import { describeError } from "#server/adapters/log.ts";
import { currentMonth } from "#server/books/current-book.ts";
import type { Deps } from "#server/deps.ts";

import { isConfigured } from "./settings.ts";

/** Whether mail is set up and switched on. Nothing is queued while it isn't. */
export function isMailOn(deps: Deps): boolean {
  return isConfigured(deps) && deps.stores.email.isEnabled();
}

/** Queues the mail for someone who joined, which has to work without it: never throws (SPEC 9). */
export function queueWelcome(deps: Deps, { id }: Pick<User, "id">): void {
  try {
    if (!isMailOn(deps)) return;
    deps.stores.outbox.queueWelcome(id, queuedNow(deps));
    deps.mailBell.ring();
  } catch (error) {
    deps.log.error("welcome mail", { error: describeError(error) });
  }
}

/**
 * Queues a link that sets a new password. Call it, and what follows here, in the transaction of what it tells.
 * @param afterMs delays it: its time mustn't tell that an address is known
 */
export function queueReset(deps: Deps, userId: number, afterMs: number): void {
  if (!isMailOn(deps)) return;
  deps.stores.outbox.queueReset(userId, queuedNow(deps));
  deps.mailBell.ring(afterMs);
}

/** Queues a note to the address a member had before. */
export function queueFormerAddress(deps: Deps, { id, email }: Pick<User, "id" | "email">): void {
  if (email === "" || !isMailOn(deps)) return;
  deps.stores.outbox.queueElsewhere({ kind: "address-changed", userId: id, email }, queuedNow(deps));
  deps.mailBell.ring();
}

/** Queues a link to an eReader's address, for its owner to confirm it. */
export function queueEreaderLink(deps: Deps, userId: number, email: string): void {
  if (!isMailOn(deps)) return;
  deps.stores.outbox.queueElsewhere({ kind: "ereader-link", userId, email }, queuedNow(deps));
  deps.mailBell.ring();
}

/** Queues a mail to all who want it, once per change. */
export function queueMeetingChanged(deps: Deps, { id, sequence }: Pick<MeetingRow, "id" | "sequence">): void {
  if (!isMailOn(deps)) return;
  deps.stores.outbox.queue({ kind: "meeting-changed", about: `${id}:${sequence}`, ...queuedNow(deps) });
  deps.mailBell.ring();
}

/** Removes waiting mail that its member doesn't want anymore. */
export function unqueueUnwanted(deps: Deps, userId: number): void {
  deps.stores.outbox.unqueueUnwanted(userId);
}

const queuedNow = (deps: Deps) => ({ period: currentMonth(deps), now: deps.clock.now().toISOString() });
