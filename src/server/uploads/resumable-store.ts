import { open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";

import { Value } from "@sinclair/typebox/value";
import { FileStore } from "@tus/file-store";
import { Upload } from "@tus/server";

import { UploadedFile } from "#contract/uploads.ts";
import { createFileWriter } from "#server/adapters/file-writer.ts";
import { AppError } from "#server/errors.ts";

import { EXTENSIONS } from "./protocol.ts";

const LOOK_EVERY_BYTES = 8 * 1024 * 1024;

/** Unfinished uploads: bytes, `<id>.json`, and the result in `<id>.found` for a client that lost the last answer. */
export class ResumableStore extends FileStore {
  readonly #requireSpace: () => Promise<void>;

  /** @param requireSpace throws when the disk is short */
  constructor(directory: string, requireSpace: () => Promise<void>) {
    super({ directory });
    this.#requireSpace = requireSpace;
    this.extensions = EXTENSIONS;
  }

  pathOf(id: string): string {
    return join(this.directory, id);
  }

  /** Writes as bytes arrive, keeping them on a broken connection. @throws AppError disk-full */
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const handle = await open(this.pathOf(id), "r+");
    const writer = createFileWriter(handle, offset);
    let unchecked = LOOK_EVERY_BYTES;
    try {
      for await (const chunk of readable) {
        unchecked += chunk.length;
        if (unchecked >= LOOK_EVERY_BYTES) {
          await this.#requireSpace();
          unchecked = 0;
        }
        await writer.write(chunk);
      }
      return await writer.end();
    } catch (error) {
      // what came before the line broke stays
      await writer.end().catch(() => {});
      throw error instanceof AppError && error.code === "disk-full" ? diskFull() : error;
    } finally {
      await writer.rest();
      await handle.close();
    }
  }

  override async getUpload(id: string): Promise<Upload> {
    if ((await this.found(id)) === null) return super.getUpload(id);
    const known = await this.configstore.get(id);
    const size = known?.size ?? 0;
    return new Upload({ id, size, offset: size, ...(known?.metadata && { metadata: known.metadata }) });
  }

  override async remove(id: string): Promise<void> {
    for (const path of ["", ".json", ".found"]) await rm(this.pathOf(id) + path, { force: true });
  }

  async found(id: string): Promise<UploadedFile | null> {
    const text = await readFile(`${this.pathOf(id)}.found`, "utf8").catch(() => null);
    return text === null ? null : Value.Parse(UploadedFile, JSON.parse(text));
  }

  async keepFound(id: string, found: UploadedFile): Promise<void> {
    await writeFile(`${this.pathOf(id)}.found`, JSON.stringify(found), { mode: 0o600 });
  }

  async unfinished(): Promise<string[]> {
    const names = await readdir(this.directory).catch(() => []);
    return names.filter((name) => !name.includes("."));
  }

  /** Removes uploads without a byte since then. @returns how many */
  async sweep(before: Date): Promise<number> {
    const names = await readdir(this.directory).catch(() => []);
    const ids = new Set(names.map((name) => name.split(".")[0] ?? name));
    let removed = 0;
    for (const id of ids) {
      const times = names.filter((name) => name.split(".")[0] === id).map((name) => stat(join(this.directory, name)));
      const newest = Math.max(...(await Promise.all(times)).map(({ mtimeMs }) => mtimeMs));
      if (newest >= before.getTime()) continue;
      await this.remove(id);
      removed += 1;
    }
    return removed;
  }
}

function diskFull(): AppError {
  return new AppError("disk-full", "The server's disk is full. What was uploaded is kept; free some space and resume.");
}
