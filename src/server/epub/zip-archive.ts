import type { Entry, ZipFile } from "yauzl";

import { AppError } from "#server/errors.ts";

import { nameEntries, openZip } from "./zip-entries.ts";

/** Picture books have a few hundred entries. */
const ENTRIES_MAX = 10_000;
const TOTAL_MAX_BYTES = 2 * 1024 ** 3;
/** Text compresses 3 to 10 times; beyond this it's a bomb. */
const RATIO_MAX = 100;
/** One page of a word processor may be thousands of equal tags. */
const RATIO_FREE_BYTES = 7 * 1024 * 1024;
const TOTAL_FREE_BYTES = 10 * 1024 * 1024;
const STRAY_MAX_BYTES = 1024 * 1024;
const LOCAL_HEADER_BYTES = 30;

/** Checks a ZIP's directory, unpacking nothing; the caller closes it. @throws AppError invalid */
export async function openArchive(path: string) {
  const { zip, start } = await openZip(path).catch(() => {
    throw unusableEpub("it isn't a ZIP file, or its end is missing");
  });
  try {
    if (zip.entryCount > ENTRIES_MAX) throw unusableEpub(`it has more than ${ENTRIES_MAX} entries`);
    const entries = await readDirectory(zip);
    assertSizes(entries);
    assertNoOverlap(entries);
    const byName = nameEntries(entries);
    return {
      names: (): Iterable<string> => byName.keys(),
      locate: async (name: string) => {
        const place = await locateEntry(zip, byName.get(name), name);
        return { ...place, start: start + place.start };
      },
      read: (name: string, maxBytes: number) => readEntry(zip, byName.get(name), name, maxBytes),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function readDirectory(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) entries.push(entry);
  } catch (error) {
    throw unusableEpub("its directory is damaged or names a file outside it", error);
  }
  for (const entry of entries) {
    if (entry.isEncrypted()) throw unusableEpub("it is encrypted");
    if (((entry.externalFileAttributes >>> 16) & 0xf000) === 0xa000) throw unusableEpub("it contains a symbolic link");
    if (isArchive(entry)) throw unusableEpub("it contains another archive");
  }
  return entries;
}

/** Some re-zipped EPUBs contain a small EPUB by accident; nothing ever opens it. */
function isArchive({ fileName, uncompressedSize }: Entry): boolean {
  if (/\.epub$/i.test(fileName)) return uncompressedSize > STRAY_MAX_BYTES;
  return /\.(?:zip|7z|rar|gz|bz2|xz|tar)$/i.test(fileName);
}

function assertSizes(entries: readonly Entry[]): void {
  let total = 0;
  let packed = 0;
  for (const { uncompressedSize, compressedSize } of entries) {
    total += uncompressedSize;
    packed += compressedSize;
    if (uncompressedSize > RATIO_FREE_BYTES && uncompressedSize > compressedSize * RATIO_MAX)
      throw unusableEpub("it would unpack to many times its size");
  }
  if (total > TOTAL_MAX_BYTES || (total > TOTAL_FREE_BYTES && total > packed * RATIO_MAX))
    throw unusableEpub("it would unpack to many times its size");
}

/** A bomb can point many entries at the same bytes. */
function assertNoOverlap(entries: readonly Entry[]): void {
  let end = 0;
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    const start = entry.relativeOffsetOfLocalHeader;
    if (start < end) throw unusableEpub("its entries overlap");
    end = start + LOCAL_HEADER_BYTES + entry.fileNameLength + entry.compressedSize;
  }
}

type Location = { start: number; size: number; unpacked: number | null };

async function locateEntry(zip: ZipFile, entry: Entry | undefined, name: string): Promise<Location> {
  if (!entry) throw unusableEpub(`'${name.slice(0, 200)}' is missing in it`);
  const { fileDataStart: start } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  const { compressionMethod, compressedSize: size, uncompressedSize } = entry;
  if (compressionMethod === 0) return { start, size, unpacked: null };
  if (compressionMethod === 8) return { start, size, unpacked: uncompressedSize };
  throw packedUnknown(name);
}

async function readEntry(zip: ZipFile, entry: Entry | undefined, name: string, maxBytes: number): Promise<Buffer> {
  if (!entry) throw unusableEpub(`'${name.slice(0, 200)}' is missing in it`);
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) throw packedUnknown(name);
  if (entry.uncompressedSize > maxBytes) throw unusableEpub(`'${name.slice(0, 200)}' in it is too large`);
  try {
    const chunks: Buffer[] = [];
    // yauzl errors when an entry holds more than the directory says
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk);
    return Buffer.concat(chunks);
  } catch (error) {
    throw unusableEpub(`'${name.slice(0, 200)}' in it is damaged`, error);
  }
}

function packedUnknown(name: string) {
  return unusableEpub(`'${name.slice(0, 200)}' in it is packed in an unknown way`);
}

/** @param what completes 'This is not a usable EPUB: …' */
export function unusableEpub(what: string, cause?: unknown): AppError {
  const message = `This is not a usable EPUB: ${what}. Open it in Calibre and convert it to EPUB, then upload that file.`;
  return new AppError("invalid", message, { cause });
}
