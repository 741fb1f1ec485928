import { constants } from "node:fs";
import { copyFile, link, open, readdir } from "node:fs/promises";
import { join } from "node:path";

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
    await syncFile(to);
  }
}

/** Makes every name under a folder last through a power cut; the files' contents have been synced by their writers. */
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await syncTree(join(folder, entry.name));
  await syncFile(folder);
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
