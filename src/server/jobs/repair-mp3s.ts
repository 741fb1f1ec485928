import { describeError } from "#server/adapters/log.ts";
import { hasUncheckedSound } from "#server/books/audio-warnings.ts";
import { repairMp3SeekTables } from "#server/books/repair-mp3s.ts";
import type { Deps } from "#server/deps.ts";

import { runPeriodically } from "./run-periodically.ts";

/** After an upgrade, the first members come first. */
const FIRST_MS = 5000;
const EVERY_MS = 60 * 60 * 1000;

/** Gives stored MP3s a seek table, and warns of M4Bs that can't be heard. @returns a function that stops it */
export function startRepairingMp3s(deps: Deps): () => void {
  const mend = async () => {
    if (hasUncheckedSound(deps)) await repairMp3SeekTables(deps);
  };
  return runPeriodically({ firstMs: FIRST_MS, everyMs: EVERY_MS }, mend, (error) =>
    deps.log.warn("audiobooks not looked at", { error: describeError(error) }),
  );
}
