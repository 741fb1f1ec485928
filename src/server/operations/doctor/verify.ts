import { join } from "node:path";

import { pluralize } from "#contract/counts.ts";
import { hashFile } from "#server/adapters/file-io.ts";
import type { Deps } from "#server/deps.ts";
import type { OnProgress } from "#server/operations/backups/create-backup.ts";
import { describeMissingFolder, isInFolders } from "#server/storage/folders.ts";
import { fetchBucketInventory, openConfiguredBucket } from "#server/storage/media.ts";
import { findOrphans } from "#server/storage/stored-files.ts";

type VerifyResult = { issues: string[]; notes: string[]; fileCount: number; bytes: number };

/** Checks the database, and size and hash of every file that it references. */
export async function verifyStorage(deps: Deps, onProgress: OnProgress = () => {}): Promise<VerifyResult> {
  const { stores, disk } = deps;
  const databaseIssues = stores.findDamage().map((line) => `The database is damaged: ${line}.`);
  const referencedFiles = stores.listReferencedFiles();
  const bucket = openConfiguredBucket(deps);
  const inBucket = await fetchBucketInventory(deps);
  const sizes = new Map<string, number | null>();
  for (const { path } of referencedFiles) sizes.set(path, await disk.size(path));
  const totalBytes = [...sizes.values()].reduce<number>((sum, size) => sum + (size ?? 0), 0);
  let doneBytes = 0;
  const missingFolders = disk.listMissing();
  const issues = missingFolders.map((folder) => describeMissingFolder(disk.root, folder));
  for (const { path, size, sha256 } of referencedFiles) {
    if (isInFolders(missingFolders, path)) continue;
    const onDiskSize = sizes.get(path) ?? null;
    const inBucketSize = inBucket.sizes.get(path);
    if (bucket && inBucketSize !== undefined && (await bucket.hash(path)) !== sha256)
      issues.push(`${path} is damaged in the bucket: its content has changed since it was uploaded.`);
    if (onDiskSize === null && inBucketSize !== undefined) continue;
    if (onDiskSize === null && inBucket.error !== null) issues.push(`${path} isn't here. ${inBucket.error}`);
    else if (onDiskSize === null)
      issues.push(`${path} is missing or unreadable: upload it again, or restore a backup.`);
    else if (size !== null && onDiskSize !== size) issues.push(`${path} has ${onDiskSize} bytes, not ${size}.`);
    else if (
      (await hashFile(join(disk.root, path), (bytes) => onProgress((doneBytes += bytes), totalBytes))) !== sha256
    )
      issues.push(`${path} is damaged: its content has changed since it was uploaded.`);
  }
  const orphans = await findOrphans(deps);
  const orphanBytes = orphans.reduce((sum, { size }) => sum + size, 0);
  const notes =
    orphans.length > 0
      ? [
          `${pluralize(orphans.length, "unused file")} (${pluralize(orphanBytes, "byte")}). The server deletes its own within a day.`,
        ]
      : [];
  return { issues: [...databaseIssues, ...issues], notes, fileCount: referencedFiles.length, bytes: totalBytes };
}
