import type { Contents } from "#contract/reading.ts";
import type { DerivedFiles } from "#server/adapters/derived-files.ts";
import type { Disk } from "#server/adapters/disk.ts";
import { RecentMap } from "#server/adapters/recent-map.ts";
import { AppError } from "#server/errors.ts";

import { createFindName } from "./addresses.ts";
import { PACK_VERSION, type Part, readShownBook } from "./pack.ts";
import type { TextContents } from "./read-contents.ts";

const OPEN_MAX = 20;

export type Ebook = {
  contents: TextContents;
  find: (name: string, options: { asPage: boolean }) => Part | null | undefined;
  packPath: string;
};

type EpubSource = { path: string; sha256: string };

export type Ebooks = ReturnType<typeof createEbooks>;

/** The child process prepares each EPUB once; results are named by the file's hash. */
export function createEbooks(prepared: DerivedFiles, disk: Disk) {
  const open = new RecentMap<Ebook>(OPEN_MAX);

  const read = (sha256: string, path: string): Ebook => {
    const findLoaded = open.get(sha256);
    if (findLoaded) return findLoaded;
    const book = toEbook(path);
    open.set(sha256, book);
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
        await prepared.remove(packName(sha256));
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

function toEbook(packPath: string): Ebook {
  const index = readShownBook(packPath);
  const parts = new Map(index.parts);
  const pages = new Map(index.pages);
  const findName = createFindName(parts.keys());
  return {
    contents: index.contents,
    find: (name, { asPage }) => {
      const own = findName(name) ?? "";
      return (asPage && pages.get(own)) || parts.get(own);
    },
    packPath,
  };
}
