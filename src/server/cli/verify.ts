import { pluralize } from "#contract/pluralize.ts";
import { verifyStorage } from "#server/operations/doctor/verify.ts";

import { type Command, TaskError, withExistingClub } from "./command.ts";
import { createProgress, formatBytes } from "./progress.ts";

export const verify: Command = {
  name: "verify",
  summary: "checks the database and every file it names",
  usage: `bookclub verify

Checks the database's own structure, its references, and the size and hash of each file. It reads everything once.
Exits with code 1 when something is wrong, with a sentence for each.`,
  run: ({ environment, print, printError }) =>
    withExistingClub(environment, async (deps) => {
      const progress = createProgress("Reading");
      try {
        const { faults, notes, files, bytes } = await verifyStorage(deps, progress.onProgress);
        progress.end();
        for (const line of [...notes, ...faults.slice(0, -1)]) printError(line);
        if (faults.length > 0) throw new TaskError(faults.at(-1));
        print(`The database and ${pluralize(files, "file")} (${formatBytes(bytes)}) are fine.`);
      } finally {
        progress.end();
      }
    }),
};
