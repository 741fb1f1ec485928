import { pluralize } from "#contract/counts.ts";
import type { MonthlyRun } from "#contract/email.ts";
import type { Deps } from "#server/deps.ts";
import { deliverMail } from "#server/mail/delivery.ts";
import { getMonthlyRun, triggerMonthlyMail } from "#server/mail/monthly-mail.ts";
import { isMailEnabled } from "#server/outbox/outbox.ts";

import { type Command, TaskError, withExistingClub } from "./command.ts";

const POLL_INTERVAL_MS = 500;

export const emailSendMonthly: Command = {
  summary: "sends this month's email to everyone who doesn't have it yet",
  usage: `bookclub email send-monthly

Like the button on the dashboard, but waits until it's done. Nobody gets the email of a month twice.
Mails that failed before are tried again; those that may have arrived aren't: see the dashboard.`,
  run: ({ environment, print, printError }) =>
    withExistingClub(environment, async (deps) => {
      const { queued, period } = triggerMonthlyMail(deps);
      printError(`Sending the email of ${period} to ${pluralize(queued, "member")} …`);
      const run = await waitForEnd(deps);
      print(`${run.sent} sent, ${run.failed} failed, ${run.unknown} unknown, ${run.queued} waiting`);
      if (run.pause) throw new TaskError(`Sending has paused: ${run.pause.reason}`);
      if (run.queued > 0 && !isMailEnabled(deps))
        throw new TaskError("The email service was disabled: the rest waits until it's enabled.");
      if (run.queued > 0)
        throw new TaskError("The mail server takes the rest later: the running club tries again after 15 minutes.");
      if (run.failed + run.unknown > 0)
        throw new TaskError("Not every email went out: the dashboard's Email Configuration tab says why.");
    }),
};

async function waitForEnd(deps: Deps): Promise<MonthlyRun> {
  for (;;) {
    await deliverMail(deps, "command-");
    const run = getMonthlyRun(deps);
    if (!run.running || run.pause || !isMailEnabled(deps)) return run;
    await Bun.sleep(POLL_INTERVAL_MS);
  }
}
