import type { FileIssue } from "#contract/operations.ts";
import type { StoredFile } from "#server/adapters/disk.ts";
import { type ImageFolder, variantNames } from "#server/adapters/images.ts";
import type { Deps } from "#server/deps.ts";
import { packName } from "#server/epub/ebooks.ts";
import { AppError } from "#server/errors.ts";

import { isInFolders } from "./folders.ts";
import { type BucketInventory, EMPTY_BUCKET, isInBucket } from "./media.ts";

/** Members may have a replaced file open, and admins may want it back. */
const REPLACED_FILE_TTL_MS = 24 * 60 * 60 * 1000;
/** How long images of unsaved forms are safe while the disk is nearly full. */
const UNSAVED_IMAGE_TTL_MS = 10 * 60 * 1000;
const RESERVE_BYTES = 32 * 1024 * 1024;
const SPACE_CHECK_BYTES = 8 * 1024 * 1024;

/** Other files are an operator's, who may take `books` for a folder to import from. */
export function isStoredFile(path: string): boolean {
  return /^(?:books\/\d+\/(?:ebook|audiobook)-|(?:covers|avatars|cache\/\w+)\/[\da-f]{64}\b)/.test(path);
}

/** Files that no row refers to, also an operator's. */
export async function findOrphans(deps: Deps): Promise<StoredFile[]> {
  const referencedPaths = new Set(deps.stores.listReferencedFiles().map(({ path }) => path));
  const files = await deps.disk.list();
  return files
    .filter(({ path }) => !referencedPaths.has(path))
    .toSorted((a, b) => a.modifiedAt.getTime() - b.modifiedAt.getTime());
}

export async function findMissingOrTruncatedFiles(
  { stores, disk }: Deps,
  inBucket: BucketInventory = EMPTY_BUCKET,
): Promise<FileIssue[]> {
  const faults: FileIssue[] = [];
  for (const book of stores.books.list()) {
    for (const kind of ["ebook", "audiobook"] as const) {
      const file = stores.books.findFile(book.id, kind);
      const actualSize = file && (await disk.size(file.path));
      if (!file || actualSize === file.size || (actualSize === null && isInBucket(inBucket, file))) continue;
      const label = `The ${kind === "ebook" ? "eBook" : "audiobook"} of “${book.title}”`;
      faults.push({ path: file.path, what: label, expected: file.size, found: actualSize });
    }
  }
  for (const path of listImagePaths({ stores })) {
    const label = path.startsWith("covers/") ? "The picture of a cover" : "The photo of a member";
    if ((await disk.size(path)) === null) faults.push({ path, what: label, expected: null, found: null });
  }
  return faults;
}

/** Deletes files that no row has referenced for a day (decision 0010). @returns their number */
export async function deleteUnreferencedFiles(deps: Deps): Promise<number> {
  const cutoff = deps.clock.now().getTime() - REPLACED_FILE_TTL_MS;
  const expiredFiles = (await findOwnOrphans(deps)).filter(({ modifiedAt }) => modifiedAt.getTime() < cutoff);
  const deletedCount = await deleteFiles(deps, expiredFiles);
  return (await isDiskShort(deps, 0)) ? deletedCount + (await evictReplacedFiles(deps)) : deletedCount;
}

/** Deletes files that were derived from deleted files or by an earlier version (`adapters/derived-files.ts`). */
export async function deleteUnreferencedCache(deps: Deps, timingsKeys: readonly string[]): Promise<number> {
  const ebooks = deps.stores.books.listEbookHashes().map(packName);
  const images = listImagePaths(deps).flatMap((path) => variantNames(path));
  const expectedNames = new Set([...ebooks, ...images, ...timingsKeys].map((name) => `cache/${name}`));
  return deleteFiles(
    deps,
    (await deps.disk.list(["cache"])).filter(({ path }) => isStoredFile(path) && !expectedNames.has(path)),
  );
}

/** Deletes replaced files early if necessary. @throws AppError disk-full */
export async function ensureFreeSpace(deps: Deps, bytes: number): Promise<void> {
  if (!(await isDiskShort(deps, bytes))) return;
  if ((await evictReplacedFiles(deps)) > 0 && !(await isDiskShort(deps, bytes))) return;
  throw new AppError("disk-full", "The server's disk has too little space for this file. Nothing was changed.");
}

/** Passes bytes on while there is space for more. @throws AppError disk-full */
export async function* checkFreeSpace(deps: Deps, source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let uncheckedBytes = SPACE_CHECK_BYTES;
  for await (const chunk of source) {
    uncheckedBytes += chunk.length;
    if (uncheckedBytes >= SPACE_CHECK_BYTES) {
      await ensureFreeSpace(deps, 0);
      uncheckedBytes = 0;
    }
    yield chunk;
  }
}

async function isDiskShort({ disk, uploadTracker }: Deps, bytes: number): Promise<boolean> {
  return (await disk.freeBytes()) < uploadTracker.expectedBytes() + bytes + RESERVE_BYTES;
}

async function evictReplacedFiles(deps: Deps): Promise<number> {
  const cutoff = deps.clock.now().getTime() - UNSAVED_IMAGE_TTL_MS;
  const isReplacedFile = ({ path, modifiedAt }: StoredFile) =>
    path.startsWith("books/") || modifiedAt.getTime() < cutoff;
  return deleteFiles(deps, (await findOwnOrphans(deps)).filter(isReplacedFile));
}

async function findOwnOrphans(deps: Deps): Promise<StoredFile[]> {
  return (await findOrphans(deps)).filter(({ path }) => isStoredFile(path));
}

async function deleteFiles({ disk, log }: Deps, files: readonly StoredFile[]): Promise<number> {
  for (const { path, size } of files) {
    await disk.delete(path);
    log.info("file removed", { path, size });
  }
  return files.length;
}

function listImagePaths({ stores }: Pick<Deps, "stores">): string[] {
  const paths = stores.listReferencedFiles().map(({ path }) => path);
  return paths.filter((path) => !isInFolders(["books"], path));
}

/** Returns the URL of the re-encoded image. @throws AppError busy, wrong-type, too-large, invalid, disk-full */
export async function storeImage(
  deps: Deps,
  image: Uint8Array | string,
  folder: ImageFolder,
  signal?: AbortSignal,
): Promise<string> {
  deps.disk.requireFolder(folder);
  await ensureFreeSpace(deps, 0);
  return deps.images.store(image, folder, signal);
}
