import type { Deps } from "#server/deps.ts";
import { finishDelivering } from "#server/services/delivery.ts";

import { startNightlyBackup } from "./backup.ts";
import { startMonthlyMail } from "./monthly-mail.ts";
import { startSweep } from "./sweep.ts";

/** Starts what the club does by itself. @returns a function that stops it and waits for mail that is on its way */
export function startJobs(deps: Deps): () => Promise<void> {
  const stops = [startSweep(deps), startNightlyBackup(deps), startMonthlyMail(deps)];
  return async () => {
    for (const stop of stops) stop();
    await finishDelivering(deps);
  };
}
