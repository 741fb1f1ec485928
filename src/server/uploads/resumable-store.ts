import { statSync } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";

import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { DataStore, ERRORS, Upload } from "@tus/server";

import { TUS_EXTENSIONS, UploadedFile } from "#contract/book-files.ts";
import { Nullable } from "#contract/typebox.ts";
import { hashFile, syncPath, writeFully } from "#server/adapters/file-io.ts";
import { createFileWriter } from "#server/adapters/file-writer.ts";
import type { ReceivedFile } from "#server/adapters/tmp-files.ts";
import { AppError } from "#server/errors.ts";

/** `result` is the response for a checked file, stored because the response may get lost. */
const UploadRow = Type.Object({
  size: Type.Integer(),
  metadata: Type.Record(Type.String(), Nullable(Type.String())),
  result: Type.Optional(UploadedFile),
});
type UploadRow = Static<typeof UploadRow>;

/** Other files are an operator's. */
const UPLOAD_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export class ResumableStore extends DataStore {
  readonly #directory: string;
  readonly #checkFreeSpace: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
  readonly #hashed = new Map<string, { bytes: number; hasher: Bun.CryptoHasher }>();

  constructor(directory: string, checkFreeSpace: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>) {
    super();
    this.#directory = directory;
    this.#checkFreeSpace = checkFreeSpace;
    this.extensions = TUS_EXTENSIONS;
  }

  pathOf(id: string): string {
    if (!/^[\w-]+$/.test(id)) throw ERRORS.FILE_NOT_FOUND;
    return join(this.#directory, id);
  }

  override async create(upload: Upload): Promise<Upload> {
    const { id, size = 0, metadata = {} } = upload;
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    await writeFully(this.pathOf(id), async () => {});
    await this.saveRow(id, { size, metadata });
    return upload;
  }

  /** Writes bytes as they arrive, and keeps them if the connection breaks. @throws AppError disk-full */
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    await using handle = await open(this.pathOf(id), "r+");
    await using writer = createFileWriter(handle, offset);
    const hashes = offset === 0 ? { bytes: 0, hasher: new Bun.CryptoHasher("sha256") } : this.#hashed.get(id);
    this.#hashed.delete(id);
    try {
      for await (const chunk of this.#checkFreeSpace(readable)) {
        await writer.write(chunk);
        hashes?.hasher.update(chunk);
        if (hashes) hashes.bytes += chunk.length;
      }
      return await writer.end();
    } catch (error) {
      await writer.end().catch(() => {});
      throw error instanceof AppError && error.code === "disk-full" ? diskFullError() : error;
    } finally {
      // a full disk stores less than was hashed
      if (hashes?.bytes === Bun.file(this.pathOf(id)).size) this.#hashed.set(id, hashes);
    }
  }

  /** The number of bytes received, null once a book has them. */
  offsetOf(id: string): number | null {
    return statSync(this.pathOf(id), { throwIfNoEntry: false })?.size ?? null;
  }

  /** A complete upload, fsynced. It's hashed again only after a restart or a full disk. */
  async getReceived(id: string): Promise<ReceivedFile> {
    const path = this.pathOf(id);
    await syncPath(path);
    const { size } = Bun.file(path);
    const state = this.#hashed.get(id);
    return { path, size, sha256: state?.bytes === size ? state.hasher.copy().digest("hex") : await hashFile(path) };
  }

  /** @throws ERRORS.FILE_NOT_FOUND, ERRORS.FILE_NO_LONGER_EXISTS */
  override async getUpload(id: string): Promise<Upload> {
    const row = await this.findRow(id);
    if (!row) throw ERRORS.FILE_NOT_FOUND;
    const { size, metadata, result } = row;
    const offset = result ? size : this.offsetOf(id);
    if (offset === null) throw ERRORS.FILE_NO_LONGER_EXISTS;
    return new Upload({ id, size, offset, metadata });
  }

  override async remove(id: string): Promise<void> {
    await this.deleteBytes(id);
    await rm(`${this.pathOf(id)}.json`, { force: true });
  }

  /** Call it once a book has the bytes. */
  async deleteBytes(id: string): Promise<void> {
    this.#hashed.delete(id);
    await rm(this.pathOf(id), { force: true });
  }

  async findRow(id: string): Promise<UploadRow | null> {
    const row = await this.#read(id, "json", UploadRow);
    if (!row || row.result) return row;
    // versions up to 1.1.0 stored the result here
    const result = await this.#read(id, "found", UploadedFile);
    return result ? { ...row, result } : row;
  }

  async #read<Schema extends TSchema>(id: string, extension: string, schema: Schema): Promise<Static<Schema> | null> {
    try {
      return Value.Parse(schema, JSON.parse(await readFile(`${this.pathOf(id)}.${extension}`, "utf8")));
    } catch {
      return null;
    }
  }

  async saveRow(id: string, row: UploadRow): Promise<void> {
    const draft = `${this.pathOf(id)}.draft`;
    await writeFully(draft, (write) => write(Buffer.from(JSON.stringify(row))), "w");
    await rename(draft, `${this.pathOf(id)}.json`);
  }

  /** Ids of uploads that no book has yet. */
  async listUnfinished(): Promise<string[]> {
    const names = await readdir(this.#directory).catch(() => []);
    const ids = names.filter((name) => !name.includes("."));
    for (const id of this.#hashed.keys()) if (!ids.includes(id)) this.#hashed.delete(id);
    return ids;
  }

  async deleteOlder(before: Date): Promise<number> {
    const names = await readdir(this.#directory).catch(() => []);
    let deletedCount = 0;
    for (const [id, fileNames] of Map.groupBy(names, (name) => name.split(".")[0] ?? name)) {
      if (!UPLOAD_ID.test(id)) continue;
      const paths = fileNames.map((name) => join(this.#directory, name));
      const stats = await Promise.all(paths.map((path) => stat(path)));
      if (stats.some(({ mtime }) => mtime >= before)) continue;
      this.#hashed.delete(id);
      for (const path of paths) await rm(path, { force: true });
      deletedCount += 1;
    }
    return deletedCount;
  }
}

function diskFullError(): AppError {
  return new AppError("disk-full", "The server's disk is full. What was uploaded is kept; free some space and resume.");
}
