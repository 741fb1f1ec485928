import { mkdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

import { errorCode } from "#db/errors.ts";
import { DATABASE_FILE } from "#db/open.ts";
import { inspectCopy, type ReferencedFile } from "#db/snapshot.ts";
import { hashFile, linkFile } from "#server/adapters/file-io.ts";
import { FOLDERS } from "#server/adapters/missing-folders.ts";
import { VERSION } from "#server/config.ts";
import type { Deps } from "#server/deps.ts";
import { type BucketInventory, fetchBucketInventory, isInBucket } from "#server/storage/media.ts";

import { listNights } from "./backup-status.ts";
import { type BackupIssue, type Manifest, type ManifestEntry } from "./manifest.ts";

/** Starts over if a file is replaced in the meantime. */
const ATTEMPTS_MAX = 3;

/** Copies the database and hard-links the files that it references, except books in the bucket. */
export async function createSnapshot(deps: Deps, folder: string): Promise<Manifest> {
  const createdAt = deps.clock.now().toISOString();
  for (let attempt = 1; ; attempt += 1) {
    await rm(folder, { recursive: true, force: true });
    for (const name of FOLDERS) await mkdir(join(folder, name), { recursive: true, mode: 0o700 });
    const database = join(folder, DATABASE_FILE);
    deps.stores.copyTo(database);
    const copyFacts = inspectCopy(database);
    const { entries, faults, inBucket } = await linkFiles(deps, copyFacts.files, folder);
    if (faults.some(({ fault }) => fault === "missing") && attempt < ATTEMPTS_MAX) continue;
    faults.unshift(...deps.disk.listMissing().map((path) => ({ path, fault: "missing" as const })));
    const databaseEntry = { path: DATABASE_FILE, size: (await stat(database)).size, sha256: await hashFile(database) };
    return {
      format: 1,
      program: VERSION,
      schema: copyFacts.version,
      createdAt,
      entries: [databaseEntry, ...entries],
      faults,
      ...(inBucket.length > 0 && { inBucket }),
    };
  }
}

async function linkFiles({ disk, config }: Deps, referencedFiles: readonly ReferencedFile[], folder: string) {
  const entries: ManifestEntry[] = [];
  const issues: BackupIssue[] = [];
  const inBucket: ManifestEntry[] = [];
  const [lastNight] = await listNights(disk.absolute("backups"));
  let bucket: BucketInventory | null = null;
  for (const { path, size, sha256 } of referencedFiles) {
    const target = join(folder, path);
    // an unreadable file could be linked but not archived
    if ((await disk.size(path)) === null) {
      bucket ??= await fetchBucketInventory({ config });
      if (size !== null && sha256 !== null && isInBucket(bucket, { path, size })) inBucket.push({ path, size, sha256 });
      else issues.push({ path, fault: "missing" });
      continue;
    }
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    try {
      await linkFile(disk.absolute(path), target, lastNight && disk.absolute(`backups/${lastNight.name}/${path}`));
    } catch (error) {
      if (errorCode(error) !== "ENOENT") throw error;
      issues.push({ path, fault: "missing" });
      continue;
    }
    const copiedSize = (await stat(target)).size;
    const hasChanged = size !== null && size !== copiedSize;
    if (hasChanged) issues.push({ path, fault: "changed" });
    entries.push({ path, size: copiedSize, sha256: hasChanged || sha256 === null ? await hashFile(target) : sha256 });
  }
  return { entries, faults: issues, inBucket };
}
