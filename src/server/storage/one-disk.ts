import { lstatSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";

import { StorageError } from "#db/errors.ts";
import { FOLDERS } from "#server/adapters/missing-folders.ts";

/**
 * A restore renames the folders, which a mount point refuses: one that waits would keep the club from starting. @throws
 * StorageError
 */
export function requireOneDisk(storageDir: string): void {
  const root = realpathSync(storageDir);
  const mounts = listMounts();
  for (const folder of FOLDERS) {
    const path = join(root, folder);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found && (found.dev !== lstatSync(root).dev || mounts.has(path)))
      throw new StorageError(
        `${path} is a disk of its own, which a restore can't replace: unmount it, run the restore again, copy what is in ${path} then onto the disk, and mount it.`,
      );
  }
}

/** Mount points, also of a folder of the same disk; empty where the system doesn't say. */
function listMounts(): ReadonlySet<string> {
  try {
    const lines = readFileSync("/proc/self/mountinfo", "utf8").split("\n");
    return new Set(lines.map((line) => unescape(line.split(" ")[4] ?? "")));
  } catch {
    return new Set();
  }
}

/** The kernel writes a space as \040. */
function unescape(path: string): string {
  return path.replaceAll(/\\([0-7]{3})/g, (_, octal: string) => String.fromCodePoint(Number.parseInt(octal, 8)));
}
