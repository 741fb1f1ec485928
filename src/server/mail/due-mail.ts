import { addDays } from "date-fns";

import { describeError } from "#server/adapters/log.ts";
import { currentMonth } from "#server/books/current-book.ts";
import type { Deps } from "#server/deps.ts";
import { isMailOn } from "#server/outbox/outbox.ts";

import { deliver } from "./delivery.ts";
import { queueReminders } from "./meeting-mail.ts";
import { queueMonthIncompleteMail } from "./month-incomplete-mail.ts";
import { nextDue } from "./monthly-mail.ts";

/** Queues due mail and sends what waits; can be called at any time, and never throws. */
export async function queueDueMail(deps: Deps): Promise<void> {
  try {
    const { stores, clock } = deps;
    if (!isMailOn(deps)) return;
    const now = clock.now();
    const queued = {
      monthly: nextDue(deps) <= now ? stores.outbox.queueMonthly(currentMonth(deps), now.toISOString()) : 0,
      reminders: queueReminders(deps),
      unready: queueMonthIncompleteMail(deps),
    };
    if (Object.values(queued).some((count) => count > 0)) deps.log.info("mail is due", queued);
    const pause = stores.email.findPause();
    // a pause that ends later than one of now could is from before the clock was set back
    if (pause && pause.until > now.toISOString() && pause.until < addDays(now, 1).toISOString()) return;
    if (stores.outbox.hasQueued() || stores.outbox.hasSending()) await deliver(deps);
  } catch (error) {
    deps.log.error("due mail", { error: describeError(error) });
  }
}
