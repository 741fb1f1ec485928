import type { Storage } from "#contract/operations.ts";
import type { Deps } from "#server/deps.ts";

import { fetchBucketInventory } from "./media.ts";
import { countFileLocations } from "./move-media.ts";
import { findMissingOrTruncatedFiles, findOrphans } from "./stored-files.ts";

/** Compares files by name and size; `bookclub verify` also hashes them (TESTS F04). */
export async function getStorage(deps: Deps): Promise<Storage> {
  const inBucket = await fetchBucketInventory(deps);
  const missingPaths = deps.disk.listMissing();
  const missingFolders = missingPaths.length > 0 ? { missing: missingPaths } : {};
  const [faults, orphanFiles] = [await findMissingOrTruncatedFiles(deps, inBucket), await findOrphans(deps)];
  const totalBytes = orphanFiles.reduce((sum, { size }) => sum + size, 0);
  const orphans = { files: orphanFiles.length, bytes: totalBytes };
  const freeBytes = await deps.disk.freeBytes();
  if (deps.config.media === "disk") return { ...missingFolders, faults, unnamed: orphans, freeBytes };
  const waitingCount = (await countFileLocations(deps, inBucket)).onlyOnDisk;
  const fault = inBucket.error ?? (waitingCount > 0 ? deps.bucketCopies.error : null);
  return { ...missingFolders, faults, unnamed: orphans, freeBytes, bucket: { waiting: waitingCount, fault } };
}
