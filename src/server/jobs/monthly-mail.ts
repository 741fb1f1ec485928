import { cron } from "@elysiajs/cron";
import { Elysia } from "elysia";

import { describeError } from "#server/adapters/log.ts";
import type { Deps } from "#server/deps.ts";
import { evictDeadSenders } from "#server/mail/delivery.ts";
import { lookForDueMail } from "#server/mail/due-mail.ts";
import { lookForNotices } from "#server/push/notices.ts";

/**
 * Looks each minute whether mail or a notification is due, and once at the start, where what a stopped server left behind is taken up
 * (DESIGN 3). The clock only wakes it: which mail is due is told by the outbox, so a sleeping machine, a changed clock
 * and a change of daylight saving time neither skip nor double one.
 * @returns a function that stops it
 */
export function startMonthlyMail(deps: Deps): () => void {
  try {
    evictDeadSenders(deps);
  } catch (error) {
    // a full disk or another program's lock; their leases end by themselves half a minute later
    deps.log.warn("senders of the server before are not evicted", { error: describeError(error) });
  }
  const look = async () => {
    await lookForDueMail(deps);
    await lookForNotices(deps);
  };
  void look();
  const jobs = new Elysia({ name: "monthly-mail" }).use(
    cron({ name: "monthlyMail", pattern: "* * * * *", protect: true, run: look }),
  );
  return () => jobs.store.cron.monthlyMail.stop();
}
