import { pluralize } from "#contract/counts.ts";
import { StorageError } from "#db/errors.ts";
import { ConfigError } from "#server/config.ts";
import { createFindings, type Finding } from "#server/operations/doctor/finding.ts";
import { runChecks } from "#server/operations/doctor/run-checks.ts";
import { checkUpgrade } from "#server/operations/doctor/upgrade.ts";
import { verifyStorage } from "#server/operations/doctor/verify.ts";
import { findMissingStorage } from "#server/storage/folder.ts";

import {
  type Command,
  type CommandInput,
  formatBytes,
  readConfigAndDropRoot,
  TaskError,
  withDeps,
  withExistingClub,
  withProgress,
} from "./command.ts";

const STATUS_MARKS = { ok: "ok  ", note: "note", fix: "FIX " } as const;

export const doctor: Command = {
  summary: "checks settings, disk, backups and mail, and says what to fix or what an upgrade would do",
  usage: `bookclub doctor

Run it with the server's settings, as its account. Changes nothing; asks PUBLIC_URL whether the club is there.
Before an upgrade, run the new program's doctor: it says which steps the database takes, and how much space
they need. Exits with code 1 when something must be fixed.`,
  run: async ({ environment, print }) => {
    const findings = await findProblems(environment);
    for (const { topic, state, message } of findings) print(`${STATUS_MARKS[state]}  ${topic}: ${message}`);
    const count = findings.filter(({ state }) => state === "fix").length;
    if (count > 0) throw new TaskError(count === 1 ? "One thing must be fixed." : `${count} things must be fixed.`);
  },
};

export const verify: Command = {
  summary: "checks the database and every file it names",
  usage: `bookclub verify

Checks the database's own structure, its references, and the size and hash of each file. It reads everything once.
Exits with code 1 when something is wrong, with a sentence for each.`,
  run: ({ environment, print, printError }) =>
    withExistingClub(environment, async (deps) => {
      const { issues, notes, fileCount, bytes } = await withProgress("Reading", (report) =>
        verifyStorage(deps, report),
      );
      for (const line of [...notes, ...issues.slice(0, -1)]) printError(line);
      if (issues.length > 0) throw new TaskError(issues.at(-1));
      print(`The database and ${pluralize(fileCount, "file")} (${formatBytes(bytes)}) are fine.`);
    }),
};

/** A reason why the server can't start is a finding, too. */
async function findProblems(environment: CommandInput["environment"]): Promise<Finding[]> {
  const [settings, storage] = [createFindings("Settings"), createFindings("Storage")];
  try {
    const { storageDir } = readConfigAndDropRoot(environment);
    const missingStorage = findMissingStorage(storageDir);
    if (missingStorage !== null) return [storage.fix(missingStorage)];
    // opening the database would upgrade it
    const upgrade = checkUpgrade(storageDir);
    return [settings.ok("All are valid."), ...(upgrade.length > 0 ? upgrade : await withDeps(environment, runChecks))];
  } catch (error) {
    if (error instanceof ConfigError) return error.issues.map(settings.fix);
    if (error instanceof StorageError) return [storage.fix(error.message)];
    throw error;
  }
}
