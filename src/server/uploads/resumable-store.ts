import { open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";

import { Value } from "@sinclair/typebox/value";
import { FileStore } from "@tus/file-store";
import { Upload } from "@tus/server";

import { UploadedFile } from "#contract/book-files.ts";
import { hashFile, syncPath } from "#server/adapters/file-io.ts";
import { createFileWriter } from "#server/adapters/file-writer.ts";
import type { Received } from "#server/adapters/tmp-files.ts";
import { AppError } from "#server/errors.ts";

import { TUS_EXTENSIONS } from "./protocol.ts";

/** Unfinished uploads: bytes, `<id>.json`, and the result in `<id>.found`, in case the client lost the response. */
export class ResumableStore extends FileStore {
  readonly #withRoom: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
  /** Hashes of uploads that began since the server's start. */
  readonly #hashed = new Map<string, { bytes: number; hasher: Bun.CryptoHasher }>();

  constructor(directory: string, checkFreeSpace: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>) {
    super({ directory });
    this.#withRoom = checkFreeSpace;
    this.extensions = TUS_EXTENSIONS;
  }

  pathOf(id: string): string {
    return join(this.directory, id);
  }

  /** Writes bytes as they arrive, and keeps them if the connection breaks. @throws AppError disk-full */
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const handle = await open(this.pathOf(id), "r+");
    const writer = createFileWriter(handle, offset);
    const hashes = offset === 0 ? { bytes: 0, hasher: new Bun.CryptoHasher("sha256") } : this.#hashed.get(id);
    this.#hashed.delete(id);
    try {
      for await (const chunk of this.#withRoom(readable)) {
        await writer.write(chunk);
        hashes?.hasher.update(chunk);
        if (hashes) hashes.bytes += chunk.length;
      }
      return await writer.end();
    } catch (error) {
      await writer.end().catch(() => {});
      throw error instanceof AppError && error.code === "disk-full" ? diskFullError() : error;
    } finally {
      await writer.rest();
      await handle.close();
      // a full disk stores less than was hashed
      if (hashes?.bytes === Bun.file(this.pathOf(id)).size) this.#hashed.set(id, hashes);
    }
  }

  /** A complete upload, fsynced. It's hashed again only after a restart or a full disk. */
  async getReceived(id: string): Promise<Received> {
    const path = this.pathOf(id);
    await syncPath(path);
    const { size } = Bun.file(path);
    const hashed = this.#hashed.get(id);
    return { path, size, sha256: hashed?.bytes === size ? hashed.hasher.copy().digest("hex") : await hashFile(path) };
  }

  override async getUpload(id: string): Promise<Upload> {
    if ((await this.findResult(id)) === null) return super.getUpload(id);
    const metadata = await this.configstore.get(id);
    const size = metadata?.size ?? 0;
    return new Upload({ id, size, offset: size, ...(metadata?.metadata && { metadata: metadata.metadata }) });
  }

  override async remove(id: string): Promise<void> {
    this.#hashed.delete(id);
    for (const path of ["", ".json", ".found"]) await rm(this.pathOf(id) + path, { force: true });
  }

  /** Null if there is none, or if a power cut damaged it. */
  async findResult(id: string): Promise<UploadedFile | null> {
    try {
      return Value.Parse(UploadedFile, JSON.parse(await readFile(`${this.pathOf(id)}.found`, "utf8")));
    } catch {
      return null;
    }
  }

  async saveResult(id: string, result: UploadedFile): Promise<void> {
    await writeFile(`${this.pathOf(id)}.found`, JSON.stringify(result), { mode: 0o600 });
  }

  async saveBookId(id: string, bookId: string): Promise<void> {
    const upload = await this.configstore.get(id);
    if (upload) await this.configstore.set(id, Object.assign(upload, { metadata: { ...upload.metadata, bookId } }));
  }

  /** Ids of uploads that no book has yet. Drops the hashes of others. */
  async listUnfinished(): Promise<string[]> {
    const names = await readdir(this.directory).catch(() => []);
    const ids = names.filter((name) => !name.includes("."));
    for (const id of this.#hashed.keys()) if (!ids.includes(id)) this.#hashed.delete(id);
    return ids;
  }

  /** Returns the number of removed uploads. */
  async sweep(before: Date): Promise<number> {
    const names = await readdir(this.directory).catch(() => []);
    const ids = new Set(names.map((name) => name.split(".")[0] ?? name));
    let removedCount = 0;
    for (const id of ids) {
      const modifiedTimes = names
        .filter((name) => name.split(".")[0] === id)
        .map((name) => stat(join(this.directory, name)));
      const newest = Math.max(...(await Promise.all(modifiedTimes)).map(({ mtimeMs }) => mtimeMs));
      if (newest >= before.getTime()) continue;
      await this.remove(id);
      removedCount += 1;
    }
    return removedCount;
  }
}

function diskFullError(): AppError {
  return new AppError("disk-full", "The server's disk is full. What was uploaded is kept; free some space and resume.");
}
