import { cron } from "@elysiajs/cron";
import { Elysia } from "elysia";

import { describeError } from "#server/adapters/log.ts";
import { alignPendingBooks } from "#server/alignment/align-book.ts";
import { repairMp3SeekTables } from "#server/books/repair-mp3s.ts";
import type { Deps } from "#server/deps.ts";
import { drainDelivery, releaseExpiredLeases } from "#server/mail/delivery.ts";
import { queueDueMail } from "#server/mail/due-mail.ts";
import { sendMonthlyBooks } from "#server/mail/ereader.ts";
import { sendDueNotices } from "#server/mail/push/notices.ts";
import { createNightlyBackup, isNightlyDue, retryOffSiteCopy } from "#server/operations/backups/nightly.ts";
import { checkFolders } from "#server/storage/folders.ts";
import { copyNewFilesToBucket } from "#server/storage/move-media.ts";
import { closeDuePoll } from "#server/votes/close-due-poll.ts";

import { runHourlyCleanup } from "./hourly-cleanup.ts";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

type Job = {
  name: string;
  firstMs: number;
  everyMs: number;
  run: (deps: Deps, stopSignal: AbortSignal) => unknown;
};

/** The database or the disk decides what is due, not the clock. */
const JOBS: readonly Job[] = [
  { name: "checking folders", firstMs: 30 * SECOND_MS, everyMs: 30 * SECOND_MS, run: checkFolders },
  { name: "hourly cleanup", firstMs: 0, everyMs: HOUR_MS, run: runHourlyCleanup },
  { name: "closing a vote", firstMs: 0, everyMs: 30 * SECOND_MS, run: closeDuePoll },
  { name: "nightly backup", firstMs: MINUTE_MS, everyMs: HOUR_MS, run: backUpWhenDue },
  { name: "sending eBooks", firstMs: 10 * MINUTE_MS, everyMs: 10 * MINUTE_MS, run: sendMonthlyBooks },
  { name: "copying to the bucket", firstMs: 0, everyMs: MINUTE_MS, run: copyToBucketWhenDue },
  { name: "aligning books", firstMs: 20 * SECOND_MS, everyMs: 30 * SECOND_MS, run: alignPendingBooks },
  { name: "repairing MP3s", firstMs: 5 * SECOND_MS, everyMs: HOUR_MS, run: repairMp3SeekTables },
];

/** @returns a function that stops the jobs and waits for mail being sent; neither throws */
export async function startJobs(deps: Deps): Promise<() => Promise<void>> {
  const stopController = new AbortController();
  const stopFunctions: (() => void)[] = [];
  for (const job of JOBS) {
    stopFunctions.push(startJob(deps, job, stopController.signal));
    // lets requests run, because another program's lock may delay each job by seconds
    await Bun.sleep(0);
  }
  stopFunctions.push(startMailDelivery(deps));
  return async () => {
    stopController.abort();
    for (const stop of stopFunctions) stop();
    try {
      await drainDelivery(deps);
    } catch (error) {
      deps.log.warn("draining mail failed", { error: describeError(error) });
    }
  };
}

function startJob(deps: Deps, { name, run: work, firstMs, everyMs }: Job, stopSignal: AbortSignal): () => void {
  let isRunning = false;
  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      await work(deps, stopSignal);
    } catch (error) {
      deps.log.error(`${name} failed`, { error: describeError(error) });
    } finally {
      isRunning = false;
    }
  };
  if (firstMs === 0) void run();
  const firstTimer = firstMs === 0 ? undefined : setTimeout(() => void run(), firstMs);
  const timer = setInterval(() => void run(), everyMs);
  firstTimer?.unref();
  timer.unref();
  return () => {
    clearTimeout(firstTimer);
    clearInterval(timer);
  };
}

/** Creates tonight's backup, or repeats it if it failed or lacked a folder. */
async function backUpWhenDue(deps: Deps): Promise<void> {
  if (!deps.config.nightlyBackup) return;
  const backup = (await isNightlyDue(deps)) ? await createNightlyBackup(deps) : await retryOffSiteCopy(deps);
  if (backup && backup.outcome !== "failed")
    deps.log.info("nightly backup created", { outcome: backup.outcome, message: backup.message });
}

/** Waits an hour after a failure, so that a large book isn't sent repeatedly. */
async function copyToBucketWhenDue(deps: Deps): Promise<void> {
  const { config, bucketCopies } = deps;
  const now = performance.now();
  if (config.media !== "s3" || now < bucketCopies.retryAtMs) return;
  if (!(await copyNewFilesToBucket(deps))) bucketCopies.retryAtMs = now + HOUR_MS;
}

function startMailDelivery(deps: Deps): () => void {
  try {
    releaseExpiredLeases(deps);
  } catch (error) {
    // a full disk or another program's lock; the leases soon expire
    deps.log.warn("releasing mail leases failed", { error: describeError(error) });
  }
  const sendDue = async () => {
    await queueDueMail(deps);
    await sendDueNotices(deps);
  };
  void sendDue();
  const cronApp = new Elysia({ name: "send-due" }).use(
    cron({ name: "sendDue", pattern: "* * * * *", protect: true, run: sendDue }),
  );
  return () => cronApp.store.cron.sendDue.stop();
}
