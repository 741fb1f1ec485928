import { constants } from "node:fs";
import { copyFile, link } from "node:fs/promises";

import { syncPath } from "./sync.ts";

/** What file systems say that have no hard links, or none to this place or to files of another owner. */
const REFUSALS = ["EPERM", "EXDEV", "EMLINK", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EACCES"];

/**
 * Gives a file a second name, so that its bytes are stored once; where that is refused, copies and syncs it. Right for
 * files that never change under a name, as all of a club's files are.
 */
export async function linkFile(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && REFUSALS.includes(String(error.code)))) throw error;
    await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    await syncPath(to);
  }
}
