import { statSync } from "node:fs";
import { join, resolve } from "node:path";

import { pluralize } from "#contract/pluralize.ts";
import { backupFolder, describeFaults, recordMade } from "#server/operations/backups/backup-status.ts";
import { createBackupFile } from "#server/operations/backups/create-backup.ts";
import { totalBytes } from "#server/operations/backups/manifest.ts";

import { type Command, TaskError, withExistingClub } from "./command.ts";
import { createProgress, formatBytes } from "./progress.ts";

export const backup: Command = {
  name: "backup",
  summary: "backs the whole club up to one file and prints its path",
  usage: `bookclub backup [FILE] [--overwrite]

  FILE         where to; in a folder, the file is named by the time. Default: STORAGE_DIR/backups
  --overwrite  replace an existing file; a backup that lacks files is put beside it, as FILE.incomplete

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
      const place = file === undefined ? await backupFolder(deps) : resolve(file);
      const target = isFolder(place) ? join(place, name) : place;
      const progress = createProgress("Backing up");
      try {
        const { manifest, path } = await createBackupFile(deps, target, { ...progress, overwrite: flag("overwrite") });
        progress.end();
        const faults = describeFaults(manifest);
        await recordMade(deps, "file", manifest);
        print(path);
        printError(`${pluralize(manifest.entries.length, "file")}, ${formatBytes(totalBytes(manifest))}.`);
        const away = manifest.inBucket?.length ?? 0;
        if (away > 0) printError(`Not in it, but in the bucket: ${pluralize(away, "audiobook")}. See docs/backup.md.`);
        if (faults !== "") throw new TaskError(faults);
      } finally {
        progress.end();
      }
    }),
};

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
