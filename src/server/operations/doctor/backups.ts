import { randomBytes } from "node:crypto";

import { differenceInHours } from "date-fns";

import { pluralize } from "#contract/counts.ts";
import { type Bucket, BucketError } from "#server/adapters/bucket.ts";
import { publicOrigin } from "#server/config.ts";
import type { Deps } from "#server/deps.ts";
import { findBackupFolderIssue, listBackups } from "#server/operations/backups/backup-status.ts";
import { checkBucketAccess } from "#server/operations/backups/off-site.ts";
import { fetchBucketInventory, openConfiguredBucket } from "#server/storage/media.ts";
import { countFileLocations } from "#server/storage/move-media.ts";
import { isSwapPending } from "#server/storage/swap-storage.ts";

import { createFindings, type Finding } from "./finding.ts";

const OVERDUE_HOURS = { nightly: 36, byHand: 7 * 24 } as const;

export function checkRestore({ config }: Deps): Finding[] {
  const { note } = createFindings("Restore");
  return isSwapPending(config.storageDir) ? [note("A backup is waiting: restart the club to restore it.")] : [];
}

export async function checkBackups(deps: Deps): Promise<Finding[]> {
  const { ok, note, fix } = createFindings("Backups");
  const folderIssue = await findBackupFolderIssue(deps.disk.absolute("backups"));
  if (folderIssue !== null) return [fix(folderIssue)];
  const { last, lastGoodAt, nightly, nights } = await listBackups(deps);
  if (last && last.outcome !== "whole")
    return [fix(`The last one, from ${last.at}, is ${last.outcome}: ${last.message}`)];
  if (lastGoodAt === null) {
    const message = nightly
      ? "None yet: the server makes one each night, or run 'bookclub backup' now."
      : "None yet, and NIGHTLY_BACKUP is off: run 'bookclub backup'.";
    return [nightly ? note(message) : fix(message)];
  }
  const ageHours = differenceInHours(deps.clock.now(), lastGoodAt);
  if (ageHours < 0) return [note(`The last good one is from ${lastGoodAt}, in the future: was the clock set back?`)];
  const ageText = ageHours < 48 ? pluralize(ageHours, "hour") : pluralize(Math.floor(ageHours / 24), "day");
  if (ageHours > (nightly ? OVERDUE_HOURS.nightly : OVERDUE_HOURS.byHand))
    return [fix(`The last good one is ${ageText} old: is the server running?`)];
  const message = `The last good one is ${ageText} old, with ${pluralize(nights.length, "night")} kept. Copy one to another machine now and then.`;
  return [ok(message)];
}

export async function checkBucket(deps: Deps): Promise<Finding[]> {
  const { ok, note, fix } = createFindings("Bucket");
  const { s3, s3Access, backupKey } = deps.config;
  if (!s3) return s3Access || backupKey ? [note("S3_BUCKET isn't set, so backups aren't copied.")] : [];
  const issue = await checkBucketAccess(deps, s3);
  if (issue !== null) return [fix(issue)];
  const message = `Backups are copied to the bucket ${s3.bucket} each night.`;
  const backups =
    backupKey === null
      ? note(`${message} They aren't encrypted: set BACKUP_KEY to change that.`)
      : ok(`${message} They are encrypted with BACKUP_KEY: keep it safe.`);
  return [backups, ...(await checkMedia(deps))];
}

const BUCKET_TIMEOUT_MS = 10_000;

async function checkMedia(deps: Deps): Promise<Finding[]> {
  const { ok, note, fix } = createFindings("Books");
  const { onlyOnDisk, onlyInBucket } = await countFileLocations(deps, await fetchBucketInventory(deps));
  if (deps.config.media === "disk") {
    const message = `Only in the bucket: ${pluralize(onlyInBucket, "book file")}. Bring it all back with 'bookclub media to-disk', or set MEDIA=s3.`;
    return onlyInBucket === 0 ? [] : [note(message)];
  }
  const waitingMessage = `Not in the bucket yet, and served from this disk: ${pluralize(onlyOnDisk, "book file")}. The running server copies what is new and tries again each hour; or run 'bookclub media to-s3'.`;
  const locations = onlyOnDisk === 0 ? ok("They are served from the bucket.") : note(waitingMessage);
  const issue = await findBrowserIssue(deps);
  return issue === null ? [locations] : [locations, fix(issue)];
}

/** @returns why members' browsers can't load books from the bucket, or null */
async function findBrowserIssue(deps: Deps): Promise<string | null> {
  const bucket = openConfiguredBucket(deps);
  if (!bucket) return null;
  if (deps.config.secure && bucket.origin.startsWith("http:"))
    return "S3_ENDPOINT is not https: browsers load nothing from there for a page that is.";
  try {
    const headers = await fetchLikeBrowser(bucket, publicOrigin(deps.config));
    const [allowed, exposed] = ["allow-origin", "expose-headers"].map((name) => headers.get(`access-control-${name}`));
    const isAllowed = allowed === "*" || allowed === publicOrigin(deps.config);
    if (isAllowed && /content-range|\*/i.test(exposed ?? "")) return null;
    return "The bucket's CORS rule doesn't let the club's pages read from it, so books can't be saved for offline: the rule is deploy/bucket-cors.json.";
  } catch (error) {
    if (error instanceof BucketError) return error.message;
    return `Nothing answers at ${bucket.origin}, where browsers are sent for books: check S3_ENDPOINT.`;
  }
}

async function fetchLikeBrowser(bucket: Bucket, origin: string): Promise<Headers> {
  const key = `books/doctor-${randomBytes(6).toString("hex")}`;
  await bucket.putChecked(key, [Buffer.from("bookclub doctor")]);
  try {
    const url = bucket.sign(key, { seconds: 60, type: "text/plain", disposition: "attachment" });
    const signal = AbortSignal.timeout(BUCKET_TIMEOUT_MS);
    const response = await fetch(url, { headers: { origin, range: "bytes=0-0" }, signal });
    await response.body?.cancel();
    if (!response.ok) throw new BucketError(`The bucket refuses a signed address (${response.status}).`);
    return response.headers;
  } finally {
    await bucket.delete(key);
  }
}
