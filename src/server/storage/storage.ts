import type { Storage } from "#contract/operations.ts";
import type { Deps } from "#server/deps.ts";

import { fetchBucketInventory } from "./media.ts";
import { countFileLocations } from "./move-media.ts";
import { findMissingOrTruncatedFiles, findOrphans } from "./stored-files.ts";

/** Compares files by name and size; `bookclub verify` hashes them too (TESTS F04). */
export async function describeStorage(deps: Deps): Promise<Storage> {
  const inBucket = await fetchBucketInventory(deps);
  const missing = deps.disk.listMissing();
  const away = missing.length > 0 ? { missing } : {};
  const [faults, orphans] = [await findMissingOrTruncatedFiles(deps, inBucket), await findOrphans(deps)];
  const bytes = orphans.reduce((sum, { size }) => sum + size, 0);
  const unnamed = { files: orphans.length, bytes };
  const freeBytes = await deps.disk.freeBytes();
  if (deps.config.media === "disk") return { ...away, faults, unnamed, freeBytes };
  const waiting = (await countFileLocations(deps, inBucket)).here;
  const fault = inBucket.fault ?? (waiting > 0 ? deps.bucketCopies.fault : null);
  return { ...away, faults, unnamed, freeBytes, bucket: { waiting, fault } };
}
