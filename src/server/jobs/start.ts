import { describeError } from "#server/adapters/log.ts";
import type { Deps } from "#server/deps.ts";
import { finishDelivering } from "#server/mail/delivery.ts";

import { startNightlyBackup } from "./backup.ts";
import { startEreaders } from "./ereader.ts";
import { startMonthlyMail } from "./monthly-mail.ts";
import { startClosingPolls } from "./polls.ts";
import { startSweep } from "./sweep.ts";

/**
 * Starts what the club does on its own. Neither the start nor the stop throws, whatever the disk does: the club is open.
 * @returns a function that stops it and waits for mail that is on its way
 */
export async function startJobs(deps: Deps): Promise<() => Promise<void>> {
  const stops: (() => void)[] = [];
  for (const start of [startSweep, startClosingPolls, startNightlyBackup, startMonthlyMail, startEreaders]) {
    stops.push(start(deps));
    // another program's lock holds each of them up for seconds: calls are answered in between
    await Bun.sleep(0);
  }
  return async () => {
    for (const stop of stops) stop();
    try {
      await finishDelivering(deps);
    } catch (error) {
      deps.log.warn("stopped with mail on its way", { error: describeError(error) });
    }
  };
}
