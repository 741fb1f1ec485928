import { randomBytes } from "node:crypto";

import { StorageError } from "#db/errors.ts";
import { type Bucket, BucketError, openBucket } from "#server/adapters/bucket.ts";
import { createDisk } from "#server/adapters/disk.ts";
import type { BucketSettings, Config } from "#server/config.ts";
import type { Deps } from "#server/deps.ts";
import { claimBucket, openConfiguredBucket, requireOwnBucket } from "#server/storage/media.ts";
import { isStoredFile } from "#server/storage/stored-files.ts";

import { createArchive } from "./archive.ts";
import { ensureBackupFolder, getToday, isComplete, listIncompleteNights, listNights } from "./backup-status.ts";
import { decryptBackup, encryptBackup } from "./encryption.ts";
import type { Manifest } from "./manifest.ts";
import { listExpiredNights } from "./retention.ts";

const KEY_PREFIX = "backups/bookclub-";
const KEY_PATTERN = /^backups\/bookclub-(\d{4}-\d\d-\d\d)(-incomplete)?\.tar(?:\.enc)?$/;

/** Copies a night as one file, and deletes expired copies. @returns its key; null without a bucket */
export async function copyOffSite(deps: Deps, night: string, manifest: Manifest): Promise<string | null> {
  const { s3, backupKey } = deps.config;
  if (!s3) return null;
  const bucket = openBucket(s3);
  const isClaimed = await requireOwnBucket(deps, bucket);
  const folder = deps.disk.absolute(`backups/${night}`);
  const tar = createArchive(folder, manifest);
  const key = toKey(night, manifest, backupKey);
  await bucket.putChecked(key, backupKey === null ? tar : encryptBackup(tar, backupKey));
  if (!isClaimed) await claimBucket(deps, bucket);
  await deleteExpiredCopies(bucket, getToday(deps), await listIncompleteNights(deps.disk.absolute("backups")));
  return key;
}

async function listOffSiteCopies(bucket: Bucket): Promise<{ key: string; night: string; isComplete: boolean }[]> {
  return (await bucket.list(KEY_PREFIX)).flatMap(({ key }) => {
    const [, night, incompleteSuffix] = KEY_PATTERN.exec(key) ?? [];
    return night === undefined ? [] : [{ key, night, isComplete: incompleteSuffix === undefined }];
  });
}

export async function isOffSite(deps: Deps, night: string, manifest: Manifest): Promise<boolean> {
  const { s3, backupKey } = deps.config;
  if (s3 === null) return true;
  const bucket = openBucket(s3);
  await requireOwnBucket(deps, bucket);
  return (await listOffSiteCopies(bucket)).some(({ key }) => key === toKey(night, manifest, backupKey));
}

/** Fetches and decrypts a backup into `tmp/`. @param address s3://bucket/key @throws StorageError, BucketError */
export async function fetchOffSite(config: Config, address: string, isUnencryptedAllowed: boolean): Promise<string> {
  const [, bucket, key] = /^s3:\/\/([^/]+)\/(.+)$/.exec(address) ?? [];
  if (!bucket || !key)
    throw new StorageError(`${address} isn't an address like s3://bucket/backups/bookclub-2026-11-21.tar.`);
  if (!config.s3Access)
    throw new StorageError("Set S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY to restore from a bucket.");
  const contentBucket = openBucket({ ...config.s3Access, bucket }).read(key);
  const source = decryptBackup(contentBucket, address, { key: config.backupKey, isUnencryptedAllowed });
  const { path } = await createDisk(config.storageDir).receive(source, { maxBytes: Number.POSITIVE_INFINITY });
  return path;
}

/** Writes, reads and deletes an object. @returns an error message, or null */
export async function checkBucketAccess(deps: Deps, settings: BucketSettings): Promise<string | null> {
  const bucket = openBucket(settings);
  const key = `backups/doctor-${randomBytes(6).toString("hex")}`;
  try {
    // a hanging service fails here in seconds; storing would take minutes
    await bucket.list(key);
    await bucket.putChecked(key, [Buffer.from("bookclub doctor")]);
    await bucket.delete(key);
    await requireOwnBucket(deps, bucket);
    return null;
  } catch (error) {
    if (error instanceof BucketError) return error.message;
    throw error;
  }
}

/** @param incompleteNights which earlier versions copied under the names of complete ones */
async function deleteExpiredCopies(
  bucket: Bucket,
  today: string,
  incompleteNights: ReadonlySet<string>,
): Promise<void> {
  const copies = await listOffSiteCopies(bucket);
  // a night that was backed up twice may have both kinds
  const completeNights = new Set(
    copies.filter(({ night, ...copy }) => copy.isComplete && !incompleteNights.has(night)).map(({ night }) => night),
  );
  const nights = [...new Set(copies.map(({ night }) => night))];
  const expiredNights = new Set(
    listExpiredNights(nights, today, new Set(nights.filter((night) => !completeNights.has(night)))),
  );
  for (const { key, night } of copies) if (expiredNights.has(night)) await bucket.delete(key);
}

/** The key shows if it's incomplete, because the manifest may be encrypted. */
function toKey(night: string, manifest: Manifest, backupKey: string | null): string {
  return `${KEY_PREFIX}${night}${isComplete(manifest) ? "" : "-incomplete"}.tar${backupKey === null ? "" : ".enc"}`;
}

/** More than a day, because no backup references a newer file yet. */
const UNREFERENCED_BOOK_TTL_MS = 36 * 60 * 60 * 1000;

/**
 * Deletes books in the bucket that no row and no nightly backup references. Skipped while the bucket has nights that this
 * server lacks, as after a move.
 */
export async function deleteUnreferencedBooks(deps: Deps): Promise<void> {
  const bucket = openConfiguredBucket(deps);
  if (!bucket) return;
  const folder = await ensureBackupFolder(deps);
  const nights = await listNights(folder);
  const names = new Set(nights.map(({ name }) => name));
  if ((await listOffSiteCopies(bucket)).some(({ night }) => !names.has(night))) return;
  const referencedPaths = new Set(deps.stores.listReferencedFiles().map(({ path }) => path));
  for (const { manifest } of nights) {
    if (!manifest) return;
    for (const { path } of manifest.inBucket ?? []) referencedPaths.add(path);
  }
  const cutoff = deps.clock.now().getTime() - UNREFERENCED_BOOK_TTL_MS;
  for (const { key, size, at } of await bucket.list("books/")) {
    if (referencedPaths.has(key) || at.getTime() > cutoff || !isStoredFile(key)) continue;
    await bucket.delete(key);
    deps.log.info("book removed from the bucket", { path: key, size });
  }
}
