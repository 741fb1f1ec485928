import { createReadStream } from "node:fs";
import { lstat, mkdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

import { Value } from "@sinclair/typebox/value";

import { StorageError } from "#db/errors.ts";
import { DATABASE_FILE } from "#db/open.ts";
import { inspectCopy } from "#db/snapshot.ts";
import { copyFile, hashFile, linkFile, writeFully } from "#server/adapters/file-io.ts";
import { AppError } from "#server/errors.ts";

import { type ArchiveEntry, readArchive } from "./archive.ts";
import { readManifest } from "./backup-status.ts";
import type { OnProgress } from "./create-backup.ts";
import { decryptBackup, type EncryptionPolicy, requireEncryption } from "./encryption.ts";
import {
  listAbsentPaths,
  Manifest,
  MANIFEST_FILE,
  MANIFEST_MAX_BYTES,
  type ManifestEntry,
  parseManifest,
  sumBytes,
} from "./manifest.ts";

type StagedBackup = { manifest: Manifest | null; schema: number };

type StagingOptions = { policy: EncryptionPolicy; onProgress: OnProgress };

/** Extracts a backup into an empty folder, and verifies every hash. @throws StorageError, AppError disk-full */
export async function stageBackup(
  source: string,
  folder: string,
  { policy, onProgress }: StagingOptions,
): Promise<StagedBackup> {
  const stats = await stat(source).catch(() => null);
  if (!stats) throw new StorageError(`There is no file or folder ${source}.`);
  const isArchive = !stats.isDirectory() && (await Bun.file(source).slice(0, 16).text()) !== "SQLite format 3\0";
  if (!isArchive) requireEncryption(source, policy);
  if (!stats.isDirectory() && !isArchive) return stageDatabase(source, folder);
  const { manifest, stagedEntries } = isArchive
    ? await stageArchive(source, folder, { size: stats.size, policy, onProgress })
    : await stageFolder(source, folder, onProgress);
  requireEqualEntries(source, manifest, stagedEntries);
  const copyFacts = inspectCopy(join(folder, DATABASE_FILE));
  const absentPaths = listAbsentPaths(manifest);
  for (const { path } of copyFacts.files)
    if (!stagedEntries.has(path) && !absentPaths.has(path))
      throw new StorageError(`${source} lacks ${path}, which its database names.`);
  return { manifest, schema: copyFacts.version };
}

type StagedFiles = { manifest: Manifest; stagedEntries: Map<string, ManifestEntry> };

async function stageArchive(
  source: string,
  folder: string,
  { size, policy, onProgress }: StagingOptions & { size: number },
) {
  const stagedEntries = new Map<string, ManifestEntry>();
  let manifest: Manifest | null = null;
  let doneBytes = 0;
  const onEntry = async ({ name, isFile, size: bytes, content }: ArchiveEntry) => {
    if (name === MANIFEST_FILE && bytes <= MANIFEST_MAX_BYTES) {
      manifest = parseManifest(Buffer.concat(await Array.fromAsync(content)).toString());
      return;
    }
    const isExpected = Value.Check(Manifest.properties.entries.items.properties.path, name);
    if (!isFile || !isExpected || stagedEntries.has(name))
      throw new StorageError(`${source} holds ${JSON.stringify(name)}, which doesn't belong in a backup.`);
    await mkdir(dirname(join(folder, name)), { recursive: true, mode: 0o700 });
    const hasher = new Bun.CryptoHasher("sha256");
    await writeFully(join(folder, name), async (write) => {
      for await (const chunk of content) {
        hasher.update(chunk);
        await write(chunk);
        onProgress((doneBytes += chunk.length), size);
      }
    });
    stagedEntries.set(name, { path: name, size: bytes, sha256: hasher.digest("hex") });
  };
  try {
    await readArchive(decryptBackup(createReadStream(source, { highWaterMark: 1 << 18 }), source, policy), onEntry);
  } catch (error) {
    const isSystemError = error instanceof Error && "syscall" in error;
    if (error instanceof StorageError || error instanceof AppError || isSystemError) throw error;
    throw new StorageError(`${source} isn't a club's backup, or is incomplete.`);
  }
  if (!manifest) throw new StorageError(`${source} isn't a club's backup, or is incomplete: it has no manifest.`);
  return { manifest, stagedEntries } satisfies StagedFiles;
}

async function stageFolder(source: string, folder: string, onProgress: OnProgress): Promise<StagedFiles> {
  const manifest = await readManifest(source);
  if (!manifest) throw new StorageError(`${source} isn't a club's backup: it has no readable manifest.`);
  const total = sumBytes(manifest);
  const stagedEntries = new Map<string, ManifestEntry>();
  let done = 0;
  for (const { path } of manifest.entries) {
    const sourcePath = join(source, path);
    const targetPath = join(folder, path);
    if (!(await isRegularFile(source, path))) continue;
    await mkdir(dirname(targetPath), { recursive: true, mode: 0o700 });
    // the staged database is modified, and the backup must stay unchanged
    if (path === DATABASE_FILE) await copyFile(sourcePath, targetPath, "wx");
    else await linkFile(sourcePath, targetPath);
    // checked again, because it can't be replaced anymore
    if (!(await lstat(targetPath)).isFile()) throw notRegularFileError(source, path);
    const sha256 = await hashFile(targetPath, (bytes) => onProgress((done += bytes), total));
    stagedEntries.set(path, { path, size: (await stat(targetPath)).size, sha256 });
  }
  return { manifest, stagedEntries };
}

/** Symbolic links could import any file of this machine. @returns false if it's missing @throws StorageError */
async function isRegularFile(source: string, path: string): Promise<boolean> {
  const parts = path.split("/");
  for (const at of parts.keys()) {
    const part = await lstat(join(source, ...parts.slice(0, at + 1))).catch(() => null);
    if (!part) return false;
    if (at === parts.length - 1 ? !part.isFile() : !part.isDirectory()) throw notRegularFileError(source, path);
  }
  return true;
}

function notRegularFileError(source: string, path: string): StorageError {
  return new StorageError(`${source} isn't a club's backup: its ${path} isn't a plain file in plain folders.`);
}

async function stageDatabase(source: string, folder: string): Promise<StagedBackup> {
  await copyFile(source, join(folder, DATABASE_FILE), "wx");
  // a crashed server's write-ahead log has its newest data
  const log = `${source}-wal`;
  if (await Bun.file(log).exists()) await copyFile(log, join(folder, `${DATABASE_FILE}-wal`), "wx");
  return { manifest: null, schema: inspectCopy(join(folder, DATABASE_FILE)).version };
}

function requireEqualEntries(
  source: string,
  { entries }: Manifest,
  stagedEntries: ReadonlyMap<string, ManifestEntry>,
): void {
  for (const { path, size, sha256 } of entries) {
    const stagedEntry = stagedEntries.get(path);
    if (!stagedEntry) throw new StorageError(`${source} is damaged: it lacks ${path}.`);
    if (stagedEntry.size !== size || stagedEntry.sha256 !== sha256)
      throw new StorageError(`${source} is damaged: its ${path} has changed.`);
  }
  if (stagedEntries.size > entries.length)
    throw new StorageError(`${source} contains files that aren't in its manifest.`);
}
