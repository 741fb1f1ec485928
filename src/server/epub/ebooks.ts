import { appendFileSync, closeSync, fstatSync, fsyncSync, openSync, readSync } from "node:fs";

import type { Contents } from "#contract/reading.ts";
import type { DerivedFiles } from "#server/adapters/derived-files.ts";
import type { Disk } from "#server/adapters/disk.ts";
import { throwDiskFull } from "#server/adapters/file-writer.ts";
import { RecentMap } from "#server/adapters/recent-map.ts";
import { AppError } from "#server/errors.ts";

import { createFindName } from "./hrefs.ts";
import type { TextContents } from "./read-contents.ts";

const OPEN_MAX = 20;

export type Ebook = ReturnType<typeof toEbook>;

type EpubSource = { path: string; sha256: string };

/** The child process prepares each EPUB once; results are named by the file's hash. */
export function createEbooks(prepared: DerivedFiles, disk: Disk) {
  const openEbooks = new RecentMap<Ebook>(OPEN_MAX);

  const read = (sha256: string, path: string): Ebook => {
    const loaded = openEbooks.get(sha256);
    if (loaded) return loaded;
    const book = toEbook(path);
    openEbooks.set(sha256, book);
    return book;
  };
  const prepare = ({ path, sha256 }: EpubSource) => prepared.getOrCreate(packName(sha256), ["text", path]);

  return {
    /** @throws AppError invalid, disk-full, malformed */
    inspect: ({ path, sha256 }: EpubSource, signal?: AbortSignal): Promise<unknown> =>
      prepared.write(packName(sha256), ["epub", path], signal),

    /** @throws AppError invalid if it can't be shown; disk-full */
    load: async ({ path, sha256 }: EpubSource): Promise<Ebook> => {
      const source = { path: disk.absolute(path), sha256 };
      const pack = await prepare(source);
      try {
        return read(sha256, pack);
      } catch (error) {
        if (error instanceof AppError) throw error;
        // a power cut may leave it damaged
        await prepared.delete(packName(sha256));
        return read(sha256, await prepare(source));
      }
    },

    /** Null before `load`. */
    known: (sha256: string): Ebook | null => {
      const path = prepared.find(packName(sha256));
      return path === null ? null : read(sha256, path);
    },
  };
}

export function tocEntryAt({ toc, length }: Pick<Contents, "toc" | "length">, fraction: number) {
  const at = fraction * length + 0.5;
  const index = toc.findLastIndex(({ start }) => start !== null && start <= at);
  const entry = toc[index];
  return entry ? { index, title: entry.title } : null;
}

export function packName(sha256: string): string {
  return `ebooks/${sha256}-${PACK_VERSION}`;
}

function toEbook(packPath: string) {
  const index = readPreparedBook(packPath);
  const parts = new Map(index.parts);
  const pages = new Map(index.pages);
  const findName = createFindName(parts.keys());
  return {
    contents: index.contents,
    find: (name: string, { asPage }: { asPage: boolean }): Part | null | undefined => {
      const fileName = findName(name) ?? "";
      return (asPage && pages.get(fileName)) || parts.get(fileName);
    },
    packPath,
  };
}

/** Increase it when cleaning or this format changes. */
export const PACK_VERSION = 8;

/** `unpacked` is the size once inflated, null for plain bytes. */
export type Bytes = { from: "pack" | "epub"; start: number; size: number; unpacked: number | null };
export type Part = Bytes & { type: string };

export type PreparedBook = {
  contents: TextContents;
  parts: [name: string, part: Part | null][];
  pages: [name: string, part: Part][];
};
export type PackIndex = PreparedBook | { fault: string };

const TRAILER_BYTES = 8;

/** One file, so it's there whole or not at all. */
export function createPack(path: string) {
  const handle = openSync(path, "wx", 0o600);
  let end = 0;
  const write = (bytes: Uint8Array): void => {
    try {
      appendFileSync(handle, bytes);
    } catch (error) {
      throwDiskFull(error);
    }
    end += bytes.length;
  };
  return {
    add: (content: string | Uint8Array, type: string): Part => {
      const bytes = typeof content === "string" ? Buffer.from(content) : content;
      const start = end;
      write(bytes);
      return { from: "pack", start, size: bytes.length, unpacked: null, type };
    },
    size: () => end,
    finish: (index: PackIndex): void => {
      const trailer = Buffer.alloc(TRAILER_BYTES);
      trailer.writeBigUInt64BE(BigInt(end));
      write(Buffer.from(JSON.stringify(index)));
      write(trailer);
      fsyncSync(handle);
    },
    [Symbol.dispose]: (): void => closeSync(handle),
  };
}

export function readPackIndex(path: string): PackIndex {
  const handle = openSync(path, "r");
  try {
    const { size } = fstatSync(handle);
    const trailer = readAt(handle, size - TRAILER_BYTES, TRAILER_BYTES);
    const start = Number(trailer.readBigUInt64BE());
    return JSON.parse(readAt(handle, start, size - TRAILER_BYTES - start).toString("utf8"));
  } finally {
    closeSync(handle);
  }
}

/** @throws AppError invalid if the book can't be shown; Error if the file is damaged */
export function readPreparedBook(path: string): PreparedBook {
  const index = readPackIndex(path);
  if ("fault" in index) throw new AppError("invalid", index.fault);
  return index;
}

function readAt(handle: number, start: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  if (readSync(handle, bytes, 0, length, start) !== length) throw new Error("The file is cut short");
  return bytes;
}

export async function readMarkup(packPath: string, part: Part | null | undefined): Promise<string> {
  if (part?.from !== "pack") return "";
  return Bun.file(packPath)
    .slice(part.start, part.start + part.size)
    .text();
}
