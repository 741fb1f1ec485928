import { constants } from "node:fs";
import { copyFile, link } from "node:fs/promises";

import { syncPath } from "./sync.ts";

const REFUSALS = ["EPERM", "EXDEV", "EMLINK", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EACCES"];

/** Hard-links a file that never changes; copies and syncs it where links are refused. */
export async function linkFile(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && REFUSALS.includes(String(error.code)))) throw error;
    await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    await syncPath(to);
  }
}
