import { rmSync } from "node:fs";
import { join } from "node:path";

import { systemClock } from "#server/adapters/clock.ts";
import { backupFolder } from "#server/operations/backups/backup-status.ts";
import { HOOK_SNAPSHOT } from "#server/operations/backups/old-copies.ts";
import { restoreBackup } from "#server/operations/backups/restore.ts";

import { type Command, readConfigAndDropRoot, withExistingClub } from "./command.ts";

export const hookPreBackup: Command = {
  name: "hook pre-backup",
  summary: "before another program copies the storage",
  isHidden: true,
  usage: "bookclub hook pre-backup\n\nWrites a whole copy of the database beside the nightly backups.",
  run: ({ environment }) =>
    withExistingClub(environment, async (deps) => {
      const path = join(await backupFolder(deps), HOOK_SNAPSHOT);
      rmSync(path, { force: true });
      deps.stores.copyTo(path);
    }),
};

export const hookPostRestore: Command = {
  name: "hook post-restore",
  summary: "after another program has put the storage back",
  isHidden: true,
  usage:
    "bookclub hook post-restore\n\nRestores the copy of the database that pre-backup made. Without one, checks the database.",
  run: async ({ environment, print }) => {
    const { storageDir } = readConfigAndDropRoot(environment);
    const copy = join(storageDir, "backups", HOOK_SNAPSHOT);
    // where pre-backup fails, ONCE copies the folder while the club is paused; opening checks the database
    if (!(await Bun.file(copy).exists()))
      return withExistingClub(environment, () => print("There was no copy to restore, and the database is whole."));
    // it never left the club's own folder
    const seal = { key: null, unencrypted: true };
    const { waits } = await restoreBackup(storageDir, copy, { now: systemClock.now(), seal });
    rmSync(copy);
    print(waits ? "Restart the club to restore it." : "The database is whole.");
  },
};

export const hookSleep: Command = {
  name: "hook sleep",
  summary: "keeps a container open while another program works in it",
  isHidden: true,
  usage: "bookclub hook sleep\n\nWaits until it's stopped.",
  run: () =>
    new Promise((resolve) => {
      const awake = setInterval(() => {}, 2 ** 30);
      process.on("SIGTERM", () => {
        clearInterval(awake);
        resolve();
      });
    }),
};
