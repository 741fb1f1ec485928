import { cron } from "@elysiajs/cron";
import { Elysia } from "elysia";

import { describeError } from "#server/adapters/log.ts";
import type { Deps } from "#server/deps.ts";
import { releaseExpiredLeases } from "#server/mail/delivery.ts";
import { queueDueMail } from "#server/mail/due-mail.ts";
import { sendDueNotices } from "#server/mail/push/notices.ts";

/**
 * Sends due mail and notifications each minute (DESIGN 3). The outbox decides what is due, so clock changes do no harm.
 */
export function startSendingDue(deps: Deps): () => void {
  try {
    releaseExpiredLeases(deps);
  } catch (error) {
    // a full disk or another program's lock; the leases expire half a minute later
    deps.log.warn("the previous server's mail leases weren't ended", { error: describeError(error) });
  }
  const look = async () => {
    await queueDueMail(deps);
    await sendDueNotices(deps);
  };
  void look();
  const jobs = new Elysia({ name: "send-due" }).use(
    cron({ name: "sendDue", pattern: "* * * * *", protect: true, run: look }),
  );
  return () => jobs.store.cron.sendDue.stop();
}
