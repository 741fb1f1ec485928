import type { Deps } from "#server/deps.ts";
import { namedFiles } from "#server/operations/backups/snapshot.ts";
import { findFilesystemDoubt } from "#server/storage/filesystem.ts";

import { type Finding, fix, megabytes, note, ok } from "./finding.ts";

const about = "Disk";
/** Below this the database itself may soon fail to write. */
const MIN_FREE_BYTES = 256 * 1024 * 1024;

export async function examineDisk({ config, disk, stores }: Deps): Promise<Finding[]> {
  const doubt = await findFilesystemDoubt(config.storageDir);
  if (doubt?.isUnsafe) return [fix(about, doubt.message)];
  return [...(doubt ? [note(about, doubt.message)] : []), await examineSpace({ disk, stores })];
}

async function examineSpace({ disk, stores }: Pick<Deps, "disk" | "stores">): Promise<Finding> {
  const free = await disk.freeBytes();
  const sizes = await Promise.all(namedFiles(stores.listNamedFiles()).map(({ path }) => disk.size(path)));
  const largest = Math.max(0, ...sizes.map((size) => size ?? 0));
  const all = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
  if (free < MIN_FREE_BYTES)
    return fix(about, `Only ${megabytes(free)} are free: free some space, or the club can't save.`);
  if (free < 2 * largest)
    return fix(
      about,
      `Only ${megabytes(free)} are free, and the largest book takes ${megabytes(largest)}: the next one may not fit.`,
    );
  const message = `${megabytes(free)} are free; the club's files take ${megabytes(all)}.`;
  if (free < all) return note(about, `${message} A backup won't fit on it: 'bookclub backup FILE'.`);
  return ok(about, message);
}
