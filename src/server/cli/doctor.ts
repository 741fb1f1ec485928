import { StorageFault } from "#db/faults.ts";
import { ConfigFault } from "#server/config.ts";
import { examine } from "#server/doctor/examine.ts";
import type { Finding } from "#server/doctor/finding.ts";

import { type Command, type CommandInput, enterStorage, findNoClub, TaskError, withDeps } from "./command.ts";

const MARKS = { ok: "ok  ", note: "note", mend: "MEND" } as const;

export const doctor: Command = {
  name: "doctor",
  summary: "looks at settings, address, disk, database, backups and mail, and says what to mend",
  usage: `bookclub doctor

Run it with the settings of the server, as its account. Changes nothing; asks PUBLIC_URL whether the club is there.
Ends with code 1 when something must be mended.`,
  run: async ({ environment, print }) => {
    const findings = await find(environment);
    for (const { about, state, words } of findings) print(`${MARKS[state]}  ${about}: ${words}`);
    const faults = findings.filter(({ state }) => state === "mend").length;
    if (faults > 0)
      throw new TaskError(faults === 1 ? "One thing must be mended." : `${faults} things must be mended.`);
  },
};

/** What keeps the server from starting is a finding too. */
async function find(environment: CommandInput["environment"]): Promise<Finding[]> {
  try {
    const { storageDir } = enterStorage(environment);
    const noClub = findNoClub(storageDir);
    if (noClub !== null) return [{ about: "Storage", state: "mend", words: noClub }];
    const settings: Finding = { about: "Settings", state: "ok", words: "Each can be used." };
    return [settings, ...(await withDeps(environment, examine))];
  } catch (error) {
    const mend = (about: string) => (words: string) => ({ about, state: "mend" as const, words });
    if (error instanceof ConfigFault) return error.faults.map(mend("Settings"));
    if (error instanceof StorageFault) return [error.message].map(mend("Storage"));
    throw error;
  }
}
