import { existsSync } from "node:fs";
import { posix } from "node:path";

import { signToken } from "#server/access/signed-token.ts";
import { type Bucket, BucketError, openBucket } from "#server/adapters/bucket.ts";
import { describeError } from "#server/adapters/log.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

const SIGNED_URL_TTL_SECONDS = 15 * 60;
const BOOKS_PREFIX = "books/";

type BookFileVersion = { path: string; size: number };

/** Sizes in bytes of the bucket's books, by path. `error` is a sentence if the bucket can't be listed, or null. */
export type BucketInventory = { sizes: ReadonlyMap<string, number>; error: string | null };

export const EMPTY_BUCKET: BucketInventory = { sizes: new Map(), error: null };

export function openConfiguredBucket({ config }: Pick<Deps, "config">): Bucket | null {
  return config.s3 && openBucket(config.s3);
}

/** Names the club that uses the bucket. */
const OWNER_KEY = "backups/club-id";

export async function claimBucket(deps: Deps, bucket: Bucket): Promise<void> {
  await bucket.putChecked(OWNER_KEY, [Buffer.from(ownerId(deps))]);
}

/**
 * Two clubs would replace each other's backups, and delete each other's books.
 * @returns false if no club has claimed it @throws BucketError if another one has
 */
export async function requireOwnBucket(deps: Deps, bucket: Bucket): Promise<boolean> {
  if ((await bucket.list(OWNER_KEY)).length === 0) return false;
  const owner = Buffer.concat(await Array.fromAsync(bucket.read(OWNER_KEY))).toString();
  if (owner === ownerId(deps)) return true;
  throw new BucketError(
    `Another club uses the bucket ${bucket.name}: create one for this club, and set S3_BUCKET. If that club is gone, delete ${OWNER_KEY} from the bucket.`,
  );
}

const ownerId = (deps: Deps) => signToken(deps, "bucket", [0]);

/** Null if no file is in the bucket. Without MEDIA=s3, some files may still be there. */
export function findBucketOrigin(deps: Deps): string | null {
  const bucket = openConfiguredBucket(deps);
  if (!bucket) return null;
  const isUsed =
    deps.config.media === "s3" ||
    deps.stores
      .listReferencedFiles()
      .some(({ path }) => path.startsWith(BOOKS_PREFIX) && !existsSync(deps.disk.absolute(path)));
  return isUsed ? bucket.origin : null;
}

/** The bucket with MEDIA=s3, or if only the bucket has it. @throws AppError not-found, internal, unreachable */
export async function locateFile(deps: Deps, path: string, size: number): Promise<"disk" | "bucket"> {
  const diskSize = await deps.disk.size(path);
  const isOnDisk = diskSize === size;
  const bucket = openConfiguredBucket(deps);
  if (isOnDisk && (!bucket || deps.config.media === "disk")) return "disk";
  const inBucket = await bucket?.size(path).catch((error: unknown) => {
    if (!isOnDisk) throw unreachableError(error);
    deps.log.warn("book served from the disk, because the bucket fails", { path, error: describeError(error) });
    return null;
  });
  if (inBucket === size) return "bucket";
  if (isOnDisk) return "disk";
  deps.log.error("stored file doesn't match the database", { path, expected: size, found: diskSize, inBucket });
  if (diskSize === null) throw new AppError("not-found", "The file is missing on the server. Please tell an admin.");
  throw new AppError("internal", "The file is damaged on the server. Please tell an admin.");
}

export function signUrl(deps: Deps, path: string, headers: { type: string; disposition: string }): string {
  const bucket = openConfiguredBucket(deps);
  if (!bucket) throw new Error("There is no bucket");
  return bucket.sign(path, { seconds: SIGNED_URL_TTL_SECONDS, ...headers });
}

export async function listVersions(deps: Deps, prefix: string): Promise<BookFileVersion[]> {
  const onDisk = (await deps.disk.list([posix.dirname(prefix)])).filter(({ path }) => path.startsWith(prefix));
  const bucket = openConfiguredBucket(deps);
  if (onDisk.length > 0 || !bucket) return onDisk;
  const inBucket = await bucket.list(prefix).catch((error: unknown) => {
    throw unreachableError(error);
  });
  return inBucket.map(({ key, size }) => ({ path: key, size }));
}

export async function fetchBucketInventory(deps: Pick<Deps, "config">): Promise<BucketInventory> {
  try {
    const listing = await openConfiguredBucket(deps)?.list(BOOKS_PREFIX);
    if (!listing) return EMPTY_BUCKET;
    return { sizes: new Map(listing.map(({ key, size }) => [key, size])), error: null };
  } catch (error) {
    if (error instanceof BucketError) return { sizes: new Map(), error: error.message };
    throw error;
  }
}

/** Also true if the bucket can't be listed. */
export function isInBucket(
  { sizes, error }: BucketInventory,
  { path, size }: { path: string; size: number | null },
): boolean {
  return path.startsWith(BOOKS_PREFIX) && (error !== null || (size !== null && sizes.get(path) === size));
}

function unreachableError(error: unknown): AppError {
  const message = "The club's books can't be reached right now. Please try again in a few minutes.";
  return new AppError("unreachable", message, { cause: error });
}
