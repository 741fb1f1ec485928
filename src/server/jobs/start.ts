import { describeError } from "#server/adapters/log.ts";
import type { Deps } from "#server/deps.ts";
import { drainDelivery } from "#server/mail/delivery.ts";

import { startAlignmentJob } from "./align-books.ts";
import { startClosingPolls } from "./close-polls.ts";
import { startCopying } from "./copy-to-bucket.ts";
import { startSweep } from "./hourly-sweep.ts";
import { startNightlyBackup } from "./nightly-backup.ts";
import { startRepairingMp3s } from "./repair-mp3s.ts";
import { startSendingDue } from "./send-due-mail.ts";
import { startSendingEbooks } from "./send-ebooks.ts";
import { startWatchingFolders } from "./watch-folders.ts";

/** Neither start nor stop throws. @returns a function that stops the jobs and waits for mail being sent */
export async function startJobs(deps: Deps): Promise<() => Promise<void>> {
  const stops: (() => void)[] = [];
  for (const start of [
    startWatchingFolders,
    startSweep,
    startClosingPolls,
    startNightlyBackup,
    startSendingDue,
    startSendingEbooks,
    startCopying,
    startAlignmentJob,
    startRepairingMp3s,
  ]) {
    stops.push(start(deps));
    // another program's lock delays each by seconds: requests are answered in between
    await Bun.sleep(0);
  }
  return async () => {
    for (const stop of stops) stop();
    try {
      await drainDelivery(deps);
    } catch (error) {
      deps.log.warn("stopped while sending mail", { error: describeError(error) });
    }
  };
}
