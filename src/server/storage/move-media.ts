import type { BookFile, BookFileKind } from "#db/books.ts";
import { StorageError } from "#db/errors.ts";
import { observeChunks } from "#server/adapters/chunks.ts";
import { describeError } from "#server/adapters/log.ts";
import type { Deps } from "#server/deps.ts";

import { describeMissingFolder } from "./folders.ts";
import { type BucketInventory, openConfiguredBucket, requireOwnBucket } from "./media.ts";
import { ensureFreeSpace } from "./stored-files.ts";

type OnProgress = (done: number, total: number) => void;

export type MoveResult = { fileCount: number; bytes: number; errors: string[] };

type ReferencedBookFile = BookFile & { kind: BookFileKind };

/** Runs in the background with MEDIA=s3. Never throws. @returns false if a book couldn't be copied */
export async function copyNewFilesToBucket(deps: Deps): Promise<boolean> {
  try {
    const { fileCount, bytes, errors } = await moveToBucket(deps);
    if (fileCount > 0) deps.log.info("books copied to the bucket", { files: fileCount, bytes });
    if (errors.length > 0) throw new StorageError(errors.join(" "));
    deps.bucketCopies.error = null;
    return true;
  } catch (error) {
    deps.log.error("copying books failed", { error: describeError(error) });
    deps.bucketCopies.error = error instanceof StorageError ? error.message : "Copying failed: see the server's log.";
    return false;
  }
}

/** Verifies each copy by reading it, then deletes audiobooks on the disk. Can be interrupted. @throws BucketError */
export async function moveToBucket(deps: Deps, onProgress: OnProgress = () => {}): Promise<MoveResult> {
  const { disk } = deps;
  requireBooksFolder(deps);
  const inventory = deps.bucketCopies.ebooks;
  const bucket = openConfiguredBucket(deps);
  const onDisk = (await listMatchingFiles(deps, (file, storedSize) => file.size === storedSize)).filter(
    ({ path }) => !inventory.has(path),
  );
  if (!bucket || onDisk.length === 0) return NOTHING_MOVED;
  await requireOwnBucket(deps, bucket);
  const inBucket = await bucket.list("books/");
  const isInBucket = ({ path, size }: BookFile) =>
    inBucket.some((object) => object.key === path && object.size === size);
  for (const file of onDisk) if (file.kind === "ebook" && isInBucket(file)) inventory.add(file.path);
  const files = onDisk.filter(({ path }) => !inventory.has(path));
  return moveFiles(files, { onProgress, passCount: 2 }, async (file, onBytes) => {
    const { path, sha256, kind } = file;
    // a run was interrupted between copying and deleting
    const isComplete = isInBucket(file) && (await bucket.hash(path, onBytes)) === sha256;
    const uploadedSha256 = isComplete
      ? sha256
      : await bucket.putChecked(path, countBytes(Bun.file(disk.absolute(path)).stream(), onBytes), onBytes);
    if (uploadedSha256 !== sha256) {
      await bucket.delete(path);
      return `${path} is damaged: its content is not what was uploaded. Upload it again, or restore a backup.`;
    }
    if (kind === "audiobook") await disk.delete(path);
    else inventory.add(path);
    return null;
  });
}

/** Verifies each copy. The files also stay in the bucket. @throws BucketError, AppError */
export async function moveToDisk(deps: Deps, onProgress: OnProgress = () => {}): Promise<MoveResult> {
  const { disk } = deps;
  requireBooksFolder(deps);
  const bucket = openConfiguredBucket(deps);
  if (!bucket) return NOTHING_MOVED;
  const files = await listMatchingFiles(deps, (file, size) => file.size !== size);
  return moveFiles(files, { onProgress, passCount: 1 }, async ({ path, size, sha256 }, onBytes) => {
    const inventory = await bucket.size(path);
    if (inventory === null) return `${path} is neither here nor in the bucket: upload it again, or restore a backup.`;
    const damagedText = `${path} is damaged in the bucket: its content is not what was uploaded. Upload it again.`;
    if (inventory !== size) return damagedText;
    await ensureFreeSpace(deps, size);
    const received = await disk.receive(countBytes(bucket.read(path), onBytes), { maxBytes: size });
    if (received.sha256 !== sha256) {
      await disk.discard(received);
      return damagedText;
    }
    await disk.install(received, path);
    return null;
  });
}

/** If the bucket can't be listed, eBooks count as being there. */
export async function countFileLocations(
  deps: Deps,
  { sizes, error }: BucketInventory,
): Promise<{ onlyOnDisk: number; onlyInBucket: number }> {
  const isInBucket = ({ path, size, kind }: ReferencedBookFile) =>
    sizes.get(path) === size || (error !== null && kind === "ebook");
  const filesInOneLocation = await listMatchingFiles(deps, (file, size) => (file.size === size) !== isInBucket(file));
  const onlyInBucket = filesInOneLocation.filter(isInBucket).length;
  return { onlyOnDisk: filesInOneLocation.length - onlyInBucket, onlyInBucket };
}

/** On an unmounted disk, all files would seem to have been moved. @throws StorageError */
function requireBooksFolder({ disk }: Deps): void {
  if (disk.listMissing().includes("books")) throw new StorageError(describeMissingFolder(disk.root, "books"));
}

const NOTHING_MOVED: MoveResult = { fileCount: 0, bytes: 0, errors: [] };

async function listMatchingFiles(
  { stores, disk }: Deps,
  matches: (file: ReferencedBookFile, size: number | null) => boolean,
): Promise<ReferencedBookFile[]> {
  const files: ReferencedBookFile[] = [];
  for (const { id } of stores.books.listTitles())
    for (const kind of ["ebook", "audiobook"] as const) {
      const file = stores.books.findFile(id, kind);
      const fileOfKind = file && { ...file, kind };
      if (fileOfKind && matches(fileOfKind, await disk.size(fileOfKind.path))) files.push(fileOfKind);
    }
  return files;
}

async function moveFiles(
  files: readonly ReferencedBookFile[],
  { onProgress, passCount }: { onProgress: OnProgress; passCount: number },
  move: (file: ReferencedBookFile, onBytes: (bytes: number) => void) => Promise<string | null>,
): Promise<MoveResult> {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const errors: string[] = [];
  let [startedCount, movedCount] = [0, 0];
  for (const file of files) {
    let reportedBytes = 0;
    const error = await move(file, (bytes) => onProgress(startedCount + (reportedBytes += bytes) / passCount, total));
    startedCount += file.size;
    if (error === null) movedCount += file.size;
    else errors.push(error);
  }
  return { fileCount: files.length - errors.length, bytes: movedCount, errors };
}

const countBytes = (source: AsyncIterable<Uint8Array>, onBytes: (bytes: number) => void) =>
  observeChunks(source, ({ length }) => onBytes(length));
