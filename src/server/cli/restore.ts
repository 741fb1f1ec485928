import { rm } from "node:fs/promises";
import { resolve } from "node:path";

import { counted } from "#contract/counted.ts";
import { systemClock } from "#server/adapters/clock.ts";
import { createDisk } from "#server/adapters/disk.ts";
import { fetchOffSite } from "#server/backups/off-site.ts";
import { restoreBackup } from "#server/backups/restore.ts";
import type { CameBack } from "#server/backups/settle.ts";
import { readConfig } from "#server/config.ts";

import { type Command, enterStorage } from "./command.ts";
import { createProgress } from "./progress.ts";

export const restore: Command = {
  name: "restore",
  summary: "puts a backup in the place of the storage",
  usage: `bookclub restore FILE [--keep-sessions]

  FILE  a file that 'bookclub backup' made, the folder of a night (STORAGE_DIR/backups/2026-11-21), or a copy of the
        database alone (STORAGE_DIR/backups/before-upgrade-from-3.db), which leaves the books and pictures as they are;
        or s3://BUCKET/KEY for a copy in a bucket: set S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY
        (and BACKUP_KEY for one that is encrypted)
  --keep-sessions  nobody has to sign in again: for a backup that is newer than every sign-out, password change and
        deletion since

Everybody has to sign in again, and no email goes out that was waiting or due before the restore: send it from the
dashboard. Every byte is checked before anything changes. What was in the storage is kept in a folder replaced-… inside it.
While the club runs, the checked backup waits: the next start puts it in place, and until then the club goes on.`,
  positionals: ["FILE"],
  options: { "keep-sessions": { type: "boolean" } },
  run: async ({ positionals: [file = ""], flag, environment, print, tell }) => {
    const { storageDir } = enterStorage(environment);
    const progress = createProgress("Checking and restoring");
    const isRemote = file.startsWith("s3://");
    if (isRemote) await createDisk(storageDir).prepare();
    const source = isRemote ? await fetchOffSite(readConfig(environment), file) : resolve(file);
    try {
      const { manifest, aside, waits, cameBack } = await restoreBackup(storageDir, source, {
        now: systemClock.now(),
        keepSessions: flag("keep-sessions"),
        ...progress,
      });
      progress.end();
      const of = manifest
        ? ` of ${manifest.createdAt}, ${counted(manifest.entries.length, "file")}`
        : " of the database alone";
      tellWhatCameBack(cameBack, flag("keep-sessions"), tell);
      if (waits) {
        print(`The backup${of} is checked and waits: restart the club to put it in place.`);
        tell(
          `Until then the club goes on as it is. To give it up, remove restore-waiting.json and restore-waiting from ${storageDir}.`,
        );
        return;
      }
      print(`${storageDir} holds the backup${of}.`);
      if (aside) tell(`What was there before is kept in ${aside}: remove it when all is well.`);
    } finally {
      progress.end();
      if (isRemote) await rm(source, { force: true });
    }
  },
};

function tellWhatCameBack(
  { members, books, posts, deleted, unsubscribed }: CameBack,
  keptSessions: boolean,
  tell: (line: string) => void,
): void {
  const list = new Intl.ListFormat("en");
  tell(`It holds ${counted(members, "member")}, ${counted(books, "book")} and ${counted(posts, "post")}.`);
  if (deleted.length > 0) tell(`Deleted since the backup, and back again: ${list.format(deleted)}.`);
  if (unsubscribed.length > 0) tell(`Unsubscribed since, and subscribed again: ${list.format(unsubscribed)}.`);
  tell(keptSessions ? "Sessions stay as they were then." : "Everybody has to sign in again.");
  tell("No email goes out that was waiting or due before now: send it from the dashboard.");
}
