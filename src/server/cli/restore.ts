import { rm } from "node:fs/promises";
import { resolve } from "node:path";

import { pluralize } from "#contract/counts.ts";
import { systemClock } from "#server/adapters/clock.ts";
import { describeIssues, isComplete } from "#server/operations/backups/backup-status.ts";
import { fetchOffSite } from "#server/operations/backups/off-site.ts";
import { restoreBackup, type RestoredMembers } from "#server/operations/backups/restore.ts";

import { type Command, readConfigAndDropRoot, withProgress } from "./command.ts";

export const restore: Command = {
  summary: "replaces the storage with a backup",
  usage: `bookclub restore FILE [--keep-sessions] [--unencrypted]

  FILE  a file that 'bookclub backup' created, the folder of a night (STORAGE_DIR/backups/2026-11-21), or a copy of only
        the database (STORAGE_DIR/backups/before-upgrade-from-3.db), which leaves the books and pictures unchanged;
        or s3://BUCKET/KEY for a copy in a bucket: set S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.
        If BACKUP_KEY is set, or the name ends in .enc, the backup must be encrypted with that key
  --keep-sessions  keeps members signed in. Use it only if nobody has signed out, changed a password or deleted an
        account since the backup
  --unencrypted    accepts a backup that should be encrypted but isn't. Use it only if you trust its source, because
        its author may have added an admin

Everyone has to sign in again. Email that was waiting or due before the restore isn't sent: send it from the dashboard.
Every byte is checked before anything changes. The old storage is kept for 30 days, in a folder replaced-….
If the server is running, the backup is checked now and restored when the server starts next.`,
  positionals: ["FILE"],
  options: { "keep-sessions": { type: "boolean" }, unencrypted: { type: "boolean" } },
  run: async ({ positionals: [file = ""], flag, environment, print, printError }) => {
    const config = readConfigAndDropRoot(environment);
    const { storageDir, backupKey } = config;
    const isUnencryptedAllowed = flag("unencrypted");
    const isRemote = file.startsWith("s3://");
    const source = isRemote ? await fetchOffSite(config, file, isUnencryptedAllowed) : resolve(file);
    const { manifest, oldPath, isPending, restoredMembers } = await withProgress(
      "Checking and restoring",
      (onProgress) =>
        restoreBackup(storageDir, source, {
          now: systemClock.now(),
          keepsSessions: flag("keep-sessions"),
          // the downloaded file is checked and decrypted
          policy: { key: backupKey, isUnencryptedAllowed: isUnencryptedAllowed || isRemote },
          onProgress,
        }),
    ).finally(() => isRemote && rm(source, { force: true }));
    const dateText = manifest
      ? ` of ${manifest.createdAt}, ${pluralize(manifest.entries.length, "file")}`
      : " of the database alone";
    const bucketFileCount = manifest?.inBucket?.length ?? 0;
    if (bucketFileCount > 0)
      printError(
        `Not in it, but in the bucket: ${pluralize(bucketFileCount, "audiobook")}. Keep S3_BUCKET and MEDIA=s3 as they were.`,
      );
    if (manifest && !isComplete(manifest)) printError(describeIssues(manifest));
    printRestoredMembers(restoredMembers, flag("keep-sessions"), printError);
    if (isPending) {
      print(`The backup${dateText} is checked and ready: restart the club to restore it.`);
      printError(`To cancel, remove restore-waiting.json and restore-waiting from ${storageDir}.`);
      return;
    }
    print(`${storageDir} now has the backup${dateText}.`);
    if (oldPath) printError(`The old storage is kept in ${oldPath} for 30 days. Remove it sooner if everything works.`);
  },
};

function printRestoredMembers(
  { members, books, posts, deleted, unsubscribed }: RestoredMembers,
  keepsSessions: boolean,
  printError: (line: string) => void,
): void {
  const listFormat = new Intl.ListFormat("en");
  printError(`It holds ${pluralize(members, "member")}, ${pluralize(books, "book")} and ${pluralize(posts, "post")}.`);
  if (deleted.length > 0) printError(`Deleted since the backup, now back: ${listFormat.format(deleted)}.`);
  if (unsubscribed.length > 0)
    printError(`Unsubscribed since, now subscribed again: ${listFormat.format(unsubscribed)}.`);
  printError(keepsSessions ? "Sessions are as they were then." : "Everyone has to sign in again.");
  printError("Email that was waiting or due before now isn't sent. Send it from the dashboard.");
}
