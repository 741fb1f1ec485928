import { mkdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

import { type CopyFacts, inspectCopy, type NamedFile } from "#db/snapshot.ts";
import { hashFile, linkFile } from "#server/adapters/file-io.ts";
import { picturePath } from "#server/adapters/images.ts";
import { FOLDERS } from "#server/adapters/missing-folders.ts";
import { VERSION } from "#server/config.ts";
import type { Deps } from "#server/deps.ts";
import { type BucketInventory, fetchBucketInventory, isInBucket } from "#server/storage/media.ts";

import { type BackupIssue, DATABASE, type Entry, type Manifest } from "./manifest.ts";

/** If a file is replaced meanwhile, the whole snapshot is taken again. */
const ATTEMPTS = 3;

/** A missing folder is a fault of its own, also when nothing in it is named. Copies the database and hard-links every file it names (not books in the bucket) while the club is in use. */
export async function takeSnapshot(deps: Deps, folder: string): Promise<Manifest> {
  const createdAt = deps.clock.now().toISOString();
  for (let attempt = 1; ; attempt += 1) {
    await rm(folder, { recursive: true, force: true });
    for (const name of FOLDERS) await mkdir(join(folder, name), { recursive: true, mode: 0o700 });
    const database = join(folder, DATABASE);
    deps.stores.copyTo(database);
    const facts = inspectCopy(database);
    const { entries, faults, inBucket } = await linkFiles(deps, namedFiles(facts), folder);
    if (faults.some(({ fault }) => fault === "missing") && attempt < ATTEMPTS) continue;
    faults.unshift(...deps.disk.listMissing().map((path) => ({ path, fault: "missing" as const })));
    const own = { path: DATABASE, size: (await stat(database)).size, sha256: await hashFile(database) };
    const away = inBucket.length > 0 ? { inBucket } : {};
    return {
      format: 1,
      program: VERSION,
      schema: facts.version,
      createdAt,
      entries: [own, ...entries],
      faults,
      ...away,
    };
  }
}

export function namedFiles({ files, pictures }: Pick<CopyFacts, "files" | "pictures">): NamedFile[] {
  const shown = pictures.map(picturePath).map((path) => ({
    path,
    size: null,
    sha256: /(?<![0-9a-f])([0-9a-f]{64})\.\w+$/.exec(path)?.[1] ?? null,
  }));
  return [...new Map([...files, ...shown].map((file) => [file.path, file])).values()];
}

async function linkFiles({ disk, config }: Deps, named: readonly NamedFile[], folder: string) {
  const entries: Entry[] = [];
  const faults: BackupIssue[] = [];
  const inBucket: Entry[] = [];
  let bucket: BucketInventory | null = null;
  for (const { path, size, sha256 } of named) {
    const target = join(folder, path);
    // an unreadable file could be linked, but never packed
    if ((await disk.size(path)) === null) {
      bucket ??= await fetchBucketInventory({ config });
      if (size !== null && sha256 !== null && isInBucket(bucket, { path, size })) inBucket.push({ path, size, sha256 });
      else faults.push({ path, fault: "missing" });
      continue;
    }
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    try {
      await linkFile(disk.absolute(path), target);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
      faults.push({ path, fault: "missing" });
      continue;
    }
    const found = (await stat(target)).size;
    const isChanged = size !== null && size !== found;
    if (isChanged) faults.push({ path, fault: "changed" });
    entries.push({ path, size: found, sha256: isChanged || sha256 === null ? await hashFile(target) : sha256 });
  }
  return { entries, faults, inBucket };
}
