import type { User } from "#contract/users.ts";
import { describeError } from "#server/adapters/log.ts";
import { currentMonth } from "#server/books/current-book.ts";
import type { Deps } from "#server/deps.ts";

import { deliverInBackground } from "./delivery.ts";
import { isConfigured } from "./settings.ts";

/** Queues and sends in the background. Never throws (SPEC 9). */
export function welcome(deps: Deps, { id }: User): void {
  try {
    if (!isConfigured(deps) || !deps.stores.email.isEnabled()) return;
    deps.stores.outbox.queueWelcome(id, currentMonth(deps), deps.clock.now().toISOString());
    deliverInBackground(deps);
  } catch (error) {
    deps.log.error("welcome mail", { error: describeError(error) });
  }
}
