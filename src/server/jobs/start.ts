import { describeError } from "#server/adapters/log.ts";
import type { Deps } from "#server/deps.ts";
import { drainDelivery } from "#server/mail/delivery.ts";
import { sendEachBook } from "#server/mail/ereader.ts";
import { canMakeWhole, isNightlyDue, makeNightlyBackup, retryOffSiteCopy } from "#server/operations/backups/nightly.ts";
import { checkFolders } from "#server/storage/folders.ts";
import { closeDuePoll } from "#server/votes/closing.ts";

import { startAlignmentJob } from "./align-books.ts";
import { startCopying } from "./copy-to-bucket.ts";
import { startSweep } from "./hourly-sweep.ts";
import { startRepairingMp3s } from "./repair-mp3s.ts";
import { runPeriodically } from "./run-periodically.ts";
import { startSendingDue } from "./send-due-mail.ts";

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

const LOOK_EVERY_MS = 10 * 60 * 1000;

function startSendingEbooks(deps: Deps): () => void {
  const look = () => sendEachBook(deps);
  return runPeriodically({ firstMs: LOOK_EVERY_MS, everyMs: LOOK_EVERY_MS }, look, (error) =>
    deps.log.error("books not sent to eReaders", { error: describeError(error) }),
  );
}

const HALF_MINUTE_MS = 30_000;

/** @returns a function that stops it */
function startClosingPolls(deps: Deps): () => void {
  return runPeriodically(
    { firstMs: 0, everyMs: HALF_MINUTE_MS },
    () => closeDuePoll(deps),
    (error) => deps.log.warn("closing a vote failed", { error: describeError(error) }),
  );
}

/** Health tells of a missing folder within a minute. */
const EVERY_MS = 30_000;

/** Looks for the folders of members' files, whose disks come and go. @returns a function that stops it */
function startWatchingFolders(deps: Deps): () => void {
  return runPeriodically(
    { firstMs: EVERY_MS, everyMs: EVERY_MS },
    () => checkFolders(deps),
    (error) => deps.log.error("looking for folders failed", { error: describeError(error) }),
  );
}

const MINUTE_MS = 60_000;

/** A backup at 3 in the club's zone, or once the machine is on; looks each hour, so one that failed, or lacked a folder, is made again. */
function startNightlyBackup(deps: Deps): () => void {
  if (!deps.config.nightlyBackup) return () => {};
  const look = async () => {
    const made =
      isNightlyDue(deps) || (await canMakeWhole(deps)) ? await makeNightlyBackup(deps) : await retryOffSiteCopy(deps);
    if (made && made.outcome !== "failed")
      deps.log.info("nightly backup made", { outcome: made.outcome, message: made.message });
  };
  return runPeriodically({ firstMs: MINUTE_MS, everyMs: 60 * MINUTE_MS }, look, (error) =>
    deps.log.error("nightly backup failed", { error: describeError(error) }),
  );
}
