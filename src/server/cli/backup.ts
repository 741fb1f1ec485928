import { statSync } from "node:fs";
import { join, resolve } from "node:path";

import { counted } from "#contract/counted.ts";
import { makeBackupFile } from "#server/backups/make.ts";
import { totalBytes } from "#server/backups/manifest.ts";
import { backupFolder, recordBackup, tellFaults } from "#server/backups/record.ts";

import { type Command, TaskError, withClub } from "./command.ts";
import { createProgress, inWords } from "./progress.ts";

export const backup: Command = {
  name: "backup",
  summary: "makes one file of the whole club and prints where it is",
  usage: `bookclub backup [FILE] [--overwrite]

  FILE         where to; a folder gets a file named by the time. STORAGE_DIR/backups when left out
  --overwrite  take the place of a file that is there

The file is a tar archive with the database, every file it names and a list of their hashes. Members go on meanwhile.
Under its name stands either nothing or the whole backup. Keep it on another disk: it holds all that the club knows.`,
  options: { overwrite: { type: "boolean" } },
  positionals: ["[FILE]"],
  run: ({ positionals: [file], flag, environment, print, tell }) =>
    withClub(environment, async (deps) => {
      const name = `bookclub-${deps.clock
        .now()
        .toISOString()
        .replaceAll(/[-:]|\.\d+/g, "")}.tar`;
      const place = file === undefined ? await backupFolder(deps) : resolve(file);
      const target = isFolder(place) ? join(place, name) : place;
      const progress = createProgress("Backing up");
      try {
        const manifest = await makeBackupFile(deps, target, { ...progress, overwrite: flag("overwrite") });
        progress.end();
        const faults = tellFaults(manifest);
        await recordBackup(deps, "file", faults === "" ? "whole" : "incomplete", faults);
        print(target);
        tell(`${counted(manifest.entries.length, "file")}, ${inWords(totalBytes(manifest))}.`);
        if (faults !== "") throw new TaskError(faults);
      } finally {
        progress.end();
      }
    }),
};

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
