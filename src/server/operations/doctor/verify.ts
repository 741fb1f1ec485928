import { join } from "node:path";

import { pluralize } from "#contract/counts.ts";
import { hashFile } from "#server/adapters/file-io.ts";
import type { Deps } from "#server/deps.ts";
import type { OnProgress } from "#server/operations/backups/create-backup.ts";
import { namedFiles } from "#server/operations/backups/snapshot.ts";
import { describeMissingFolder, isInFolders } from "#server/storage/folders.ts";
import { fetchBucketInventory, openConfiguredBucket } from "#server/storage/media.ts";
import { findOrphans } from "#server/storage/stored-files.ts";

type Verdict = { faults: string[]; notes: string[]; files: number; bytes: number };

/** Checks the database, and every file it names by size and hash. Safe beside a running server. */
export async function verifyStorage(deps: Deps, onProgress: OnProgress = () => {}): Promise<Verdict> {
  const { stores, disk } = deps;
  const damage = stores.findDamage().map((line) => `The database is damaged: ${line}.`);
  const named = namedFiles(stores.listNamedFiles());
  const bucket = openConfiguredBucket(deps);
  const inBucket = await fetchBucketInventory(deps);
  const sizes = new Map<string, number | null>();
  for (const { path } of named) sizes.set(path, await disk.size(path));
  const bytes = [...sizes.values()].reduce<number>((sum, size) => sum + (size ?? 0), 0);
  let done = 0;
  const missing = disk.listMissing();
  const faults = missing.map((folder) => describeMissingFolder(disk.root, folder));
  for (const { path, size, sha256 } of named) {
    if (isInFolders(missing, path)) continue;
    const found = sizes.get(path) ?? null;
    const there = inBucket.sizes.get(path);
    if (bucket && there !== undefined && (await bucket.hash(path)) !== sha256)
      faults.push(`${path} is damaged in the bucket: its content has changed since it was uploaded.`);
    if (found === null && there !== undefined) continue;
    if (found === null && inBucket.fault !== null) faults.push(`${path} isn't here. ${inBucket.fault}`);
    else if (found === null) faults.push(`${path} is missing or unreadable: upload it again, or restore a backup.`);
    else if (size !== null && found !== size) faults.push(`${path} has ${found} bytes, not ${size}.`);
    else if ((await hashFile(join(disk.root, path), (piece) => onProgress((done += piece), bytes))) !== sha256)
      faults.push(`${path} is damaged: its content has changed since it was uploaded.`);
  }
  const orphans = await findOrphans(deps);
  const waste = orphans.reduce((sum, { size }) => sum + size, 0);
  const notes =
    orphans.length > 0
      ? [`${pluralize(orphans.length, "unused file")} (${pluralize(waste, "byte")}) will be removed within a day.`]
      : [];
  return { faults: [...damage, ...faults], notes, files: named.length, bytes };
}
