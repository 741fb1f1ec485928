import type { Storage } from "#contract/storage.ts";
import type { Deps } from "#server/deps.ts";

import { findFileFaults, findOrphans } from "./stored-files.ts";

/** Compares files by name and size; `bookclub verify` hashes them too (TESTS F04). */
export async function describeStorage(deps: Deps): Promise<Storage> {
  const [faults, orphans] = [await findFileFaults(deps), await findOrphans(deps)];
  const bytes = orphans.reduce((sum, { size }) => sum + size, 0);
  return { faults, unnamed: { files: orphans.length, bytes }, freeBytes: await deps.disk.freeBytes() };
}
