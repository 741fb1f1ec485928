import { createReadStream } from "node:fs";
import { type FileHandle, link, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";

import { errorCode } from "#db/errors.ts";

import { createFileWriter, throwDiskFull } from "./file-writer.ts";

/** Creates a file (0600) and fsyncs it. `Bun.file().writer()` would hide a full disk. @throws AppError disk-full */
export async function writeFully(
  path: string,
  fill: (write: (chunk: Uint8Array) => Promise<void>) => Promise<void>,
  flags: "wx" | "w" = "wx",
): Promise<void> {
  await using handle = await open(path, flags, 0o600).catch(throwDiskFull);
  await using writer = createFileWriter(handle);
  await fill(writer.write);
  await writer.end();
}

export async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await handle.read(bytes, 0, length, position);
  return bytes.subarray(0, bytesRead);
}

const CHUNK_BYTES = 1024 * 1024;

export async function hashFile(path: string, onBytes: (bytes: number) => void = () => {}): Promise<string> {
  const hasher = new Bun.CryptoHasher("sha256");
  await using handle = await open(path, "r");
  // a stream creates as much garbage as the file is long
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, null);
    if (bytesRead === 0) return hasher.digest("hex");
    hasher.update(buffer.subarray(0, bytesRead));
    onBytes(bytesRead);
  }
}

export async function syncPath(path: string): Promise<void> {
  await using handle = await open(path, "r");
  await handle.sync();
}

/** fsyncs a folder and all folders in it; their files are synced already. */
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await syncTree(join(folder, entry.name));
  await syncPath(folder);
}

const LINK_ERRORS = ["EPERM", "EXDEV", "EMLINK", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EACCES"];

/** Hard-links a file that never changes, or its earlier copy, or copies it if the disk has no links. */
export async function linkFile(from: string, to: string, earlierCopy?: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!LINK_ERRORS.includes(errorCode(error))) throw error;
    const hasCopy = earlierCopy !== undefined && Bun.file(earlierCopy).size === Bun.file(from).size;
    await (hasCopy ? linkFile(earlierCopy, to) : copyFile(from, to, "wx"));
  }
}

/** The suffix of a file that is being copied to another disk. */
export const PART_SUFFIX = ".part";

/** Also to another disk, where readers see the old file or the whole new one. @throws AppError disk-full */
export async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (errorCode(error) !== "EXDEV") throw error;
    const copy = to + PART_SUFFIX;
    try {
      await copyFile(from, copy, "w");
      await rename(copy, to);
    } catch (error) {
      await rm(copy, { force: true });
      throw error;
    }
    await rm(from);
  }
}

export function copyFile(from: string, to: string, flags: "wx" | "w"): Promise<void> {
  const copyChunks = async (write: (chunk: Uint8Array) => Promise<void>) => {
    for await (const chunk of createReadStream(from)) await write(chunk);
  };
  return writeFully(to, copyChunks, flags);
}
