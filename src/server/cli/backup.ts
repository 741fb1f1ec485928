import { rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

import { pluralize } from "#contract/counts.ts";
import { systemClock } from "#server/adapters/clock.ts";
import { describeIssues, ensureBackupFolder, recordCompleted } from "#server/operations/backups/backup-status.ts";
import { createBackupFile } from "#server/operations/backups/create-backup.ts";
import { sumBytes } from "#server/operations/backups/manifest.ts";
import { restoreBackup } from "#server/operations/backups/restore.ts";
import { HOOK_SNAPSHOT } from "#server/operations/backups/retention.ts";

import {
  type Command,
  formatBytes,
  readConfigAndDropRoot,
  TaskError,
  withExistingClub,
  withProgress,
} from "./command.ts";

export const backup: Command = {
  summary: "backs the whole club up to one file and prints its path",
  usage: `bookclub backup [FILE] [--overwrite]

  FILE         where to; in a folder, the file is named by the time. Default: STORAGE_DIR/backups
  --overwrite  replace an existing backup; a backup that lacks files is put beside it, as FILE.incomplete

The file is a tar archive with the database, every file it names and a list of their hashes. The club keeps
running; the file appears only once it's complete. Keep it on another disk, in a safe place: it contains everything.`,
  options: { overwrite: { type: "boolean" } },
  positionals: ["[FILE]"],
  run: ({ positionals: [file], flag, environment, print, printError }) =>
    withExistingClub(environment, async (deps) => {
      const name = `bookclub-${deps.clock
        .now()
        .toISOString()
        .replaceAll(/[-:]|\.\d+/g, "")}.tar`;
      const destination = file === undefined ? await ensureBackupFolder(deps) : resolve(file);
      const target = statSync(destination, { throwIfNoEntry: false })?.isDirectory()
        ? join(destination, name)
        : destination;
      const { manifest, path } = await withProgress("Backing up", (onProgress) =>
        createBackupFile(deps, target, { onProgress, overwrite: flag("overwrite") }),
      );
      const issues = describeIssues(manifest);
      print(path);
      printError(`${pluralize(manifest.entries.length, "file")}, ${formatBytes(sumBytes(manifest))}.`);
      await recordCompleted(deps, "file", manifest);
      const bucketFileCount = manifest.inBucket?.length ?? 0;
      if (bucketFileCount > 0)
        printError(`Not in it, but in the bucket: ${pluralize(bucketFileCount, "audiobook")}. See docs/backup.md.`);
      if (issues !== "") throw new TaskError(issues);
    }),
};

export const hookPreBackup: Command = {
  summary: "copies the database before another program copies the storage",
  isHidden: true,
  usage: "bookclub hook pre-backup\n\nWrites a whole copy of the database beside the nightly backups.",
  run: ({ environment }) =>
    withExistingClub(environment, async (deps) => {
      const path = join(await ensureBackupFolder(deps), HOOK_SNAPSHOT);
      rmSync(path, { force: true });
      deps.stores.copyTo(path);
    }),
};

export const hookPostRestore: Command = {
  summary: "restores that copy after another program has restored the storage",
  isHidden: true,
  usage:
    "bookclub hook post-restore\n\nRestores the copy of the database that pre-backup made. Without one, checks the database.",
  run: async ({ environment, print }) => {
    const { storageDir } = readConfigAndDropRoot(environment);
    const copy = join(storageDir, "backups", HOOK_SNAPSHOT);
    // if pre-backup fails, ONCE copies the folder of a paused server; opening it checks the database
    if (!(await Bun.file(copy).exists()))
      return withExistingClub(environment, () => print("There was no copy to restore, and the database is whole."));
    // it was never outside of the storage
    const policy = { key: null, isUnencryptedAllowed: true };
    const { isPending } = await restoreBackup(storageDir, copy, { now: systemClock.now(), policy });
    rmSync(copy);
    print(isPending ? "Restart the club to restore it." : "The database is whole.");
  },
};

export const hookSleep: Command = {
  summary: "keeps a container open while another program works in it",
  isHidden: true,
  usage: "bookclub hook sleep\n\nWaits until it's stopped.",
  run: () =>
    new Promise((resolve) => {
      const wakeTimer = setInterval(() => {}, 2 ** 30);
      process.on("SIGTERM", () => {
        clearInterval(wakeTimer);
        resolve();
      });
    }),
};
