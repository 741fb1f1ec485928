import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";

import { type Entry, fromRandomAccessReaderPromise, openPromise, RandomAccessReader, type ZipFile } from "yauzl";

import { AppError } from "#server/errors.ts";

const ENTRIES_MAX = 10_000;
/** In all: the server reads them at once, for 50 milliseconds. Books with thousands of files have 100 for each. */
const NAMES_MAX_BYTES = 1024 * 1024;
const TOTAL_MAX_BYTES = 2 * 1024 ** 3;
/** Text compresses 3 to 10 times; beyond this it's a bomb. */
const RATIO_MAX = 100;
/** One page of a word processor may be thousands of equal tags. */
const RATIO_FREE_BYTES = 7 * 1024 * 1024;
const TOTAL_FREE_BYTES = 10 * 1024 * 1024;
const STRAY_EPUB_MAX_BYTES = 1024 * 1024;
const LOCAL_HEADER_BYTES = 30;
const [STORE, DEFLATE] = [0, 8];

/** Checks a ZIP's directory, unpacking nothing. @throws AppError invalid */
export async function openArchive(path: string) {
  const { zip, start } = await openZip(path).catch(() => {
    throw epubError("it isn't a ZIP file, or its end is missing");
  });
  try {
    if (zip.entryCount > ENTRIES_MAX) throw epubError(`it has more than ${ENTRIES_MAX} entries`);
    const entries = await readDirectory(zip);
    assertSizes(entries, zip.fileSize);
    if (entries.reduce((sum, { fileNameLength }) => sum + fileNameLength, 0) > NAMES_MAX_BYTES)
      throw epubError("the names of its files are too long");
    assertNoOverlap(entries);
    const byName = indexEntries(entries);
    const find = (name: string): Entry => {
      const entry = byName.get(name);
      if (!entry) throw epubError(`'${name.slice(0, 200)}' is missing in it`);
      if (entry.compressionMethod !== STORE && entry.compressionMethod !== DEFLATE)
        throw epubError(`'${name.slice(0, 200)}' in it is packed in an unknown way`);
      return entry;
    };
    return {
      names: (): Iterable<string> => byName.keys(),
      locate: async (name: string) => locateEntry(zip, find(name), start),
      read: async (name: string, maxBytes: number) => readEntry(zip, find(name), name, maxBytes),
      [Symbol.dispose]: () => zip.close(),
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
    throw epubError("its directory is damaged or names a file outside it", error);
  }
  for (const entry of entries) {
    if (entry.isEncrypted()) throw epubError("it is encrypted");
    if (((entry.externalFileAttributes >>> 16) & 0xf000) === 0xa000) throw epubError("it contains a symbolic link");
    if (isArchive(entry)) throw epubError("it contains another archive");
  }
  return entries;
}

/** Some re-zipped EPUBs contain a small EPUB by accident; nothing ever opens it. */
function isArchive({ fileName, uncompressedSize }: Entry): boolean {
  if (/\.epub$/i.test(fileName)) return uncompressedSize > STRAY_EPUB_MAX_BYTES;
  return /\.(?:zip|7z|rar|gz|bz2|xz|tar)$/i.test(fileName);
}

function assertSizes(entries: readonly Entry[], fileBytes: number): void {
  let totalUncompressed = 0;
  let totalCompressed = 0;
  for (const { uncompressedSize, compressedSize } of entries) {
    totalUncompressed += uncompressedSize;
    totalCompressed += compressedSize;
    if (uncompressedSize > RATIO_FREE_BYTES && uncompressedSize > compressedSize * RATIO_MAX)
      throw epubError("it would unpack to many times its size");
  }
  if (
    totalUncompressed > TOTAL_MAX_BYTES ||
    (totalUncompressed > TOTAL_FREE_BYTES && totalUncompressed > Math.min(totalCompressed, fileBytes) * RATIO_MAX)
  )
    throw epubError("it would unpack to many times its size");
}

/** A bomb can point many entries at the same bytes. */
function assertNoOverlap(entries: readonly Entry[]): void {
  let end = 0;
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    const start = entry.relativeOffsetOfLocalHeader;
    if (start < end) throw epubError("its entries overlap");
    end = start + LOCAL_HEADER_BYTES + entry.fileNameLength + entry.compressedSize;
  }
}

async function locateEntry(zip: ZipFile, entry: Entry, zipStart: number) {
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  const { compressionMethod, compressedSize: size, uncompressedSize } = entry;
  return { start: zipStart + fileDataStart, size, unpacked: compressionMethod === STORE ? null : uncompressedSize };
}

async function readEntry(zip: ZipFile, entry: Entry, name: string, maxBytes: number): Promise<Buffer> {
  if (entry.uncompressedSize > maxBytes) throw epubError(`'${name.slice(0, 200)}' in it is too large`);
  try {
    const chunks: Buffer[] = [];
    // yauzl throws if an entry is larger than its size in the directory
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk);
    return Buffer.concat(chunks);
  } catch (error) {
    throw epubError(`'${name.slice(0, 200)}' in it is damaged`, error);
  }
}

/** @param reason completes 'This is not a usable EPUB: …' */
export function epubError(reason: string, cause?: unknown): AppError {
  const message = `This is not a usable EPUB: ${reason}. Open it in Calibre and convert it to EPUB, then upload that file.`;
  return new AppError("invalid", message, { cause });
}

const UTF8_FLAG_BITS = 0x800;
const EXTRA_FIELD_IDS = { unicodePath: 0x7075 };
const CONTAINER = /^(.*\/)?meta-inf\/container\.xml$/i;

/**
 * By normalized names, in UTF-8 even if the flag is missing, without the one folder that macOS adds around everything.
 */
function indexEntries(entries: readonly Entry[]): Map<string, Entry> {
  const namedEntries = entries.map((entry): [string, Entry] => [normalizePath(nameOf(entry)), entry]);
  const prefixes = namedEntries.flatMap(([name]) => CONTAINER.exec(name)?.[1] ?? (CONTAINER.test(name) ? "" : []));
  const folder = prefixes.length === 1 ? (prefixes[0] ?? "") : "";
  const byName = new Map<string, Entry>();
  for (const [name, entry] of namedEntries)
    byName.set(name.startsWith(folder) ? name.slice(folder.length) : name, entry);
  return byName;
}

function nameOf({ fileName, fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string {
  if (
    (generalPurposeBitFlag & UTF8_FLAG_BITS) !== 0 ||
    extraFields.some(({ id }) => id === EXTRA_FIELD_IDS.unicodePath)
  )
    return fileName;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(fileNameRaw).replaceAll("\\", "/");
  } catch {
    return fileName;
  }
}

function normalizePath(name: string): string {
  const parts = name.split("/");
  return parts.filter((part, index) => part !== "." && (part !== "" || index === parts.length - 1)).join("/");
}

const TAIL_MAX_BYTES = 1024 * 1024;
/** The last record of a ZIP, and the start of its directory (APPNOTE 4.3). */
const [END_SIGNATURE, ENTRY_SIGNATURE] = [Buffer.from("PK\u0005\u0006"), Buffer.from("PK\u0001\u0002")];
const END_RECORD_BYTES = 22;
const OPTIONS = { autoClose: false, strictFileNames: false };

/** Some downloads have lines before the ZIP, or a few bytes after it. @throws Error */
async function openZip(path: string): Promise<{ zip: ZipFile; start: number }> {
  const { start, end, size } = await findZip(path);
  if (start === 0 && end === size) return { zip: await openPromise(path, OPTIONS), start };
  return { zip: await fromRandomAccessReaderPromise(new FileRangeReader(path, start), end - start, OPTIONS), start };
}

async function findZip(path: string): Promise<{ start: number; end: number; size: number }> {
  await using handle = await open(path, "r");
  const { size } = await handle.stat();
  const tail = Buffer.alloc(Math.min(size, TAIL_MAX_BYTES));
  const tailStart = size - tail.length;
  await handle.read(tail, 0, tail.length, tailStart);
  for (
    let at = tail.lastIndexOf(END_SIGNATURE);
    at >= 0;
    at = at === 0 ? -1 : tail.lastIndexOf(END_SIGNATURE, at - 1)
  ) {
    if (at + END_RECORD_BYTES > tail.length) continue;
    const directory = tailStart + at - tail.readUInt32LE(at + 12);
    const start = directory - tail.readUInt32LE(at + 16);
    const end = tailStart + at + END_RECORD_BYTES + tail.readUInt16LE(at + 20);
    if (start < 0 || end > size) continue;
    const signature = Buffer.alloc(ENTRY_SIGNATURE.length);
    await handle.read(signature, 0, signature.length, directory);
    if (signature.equals(ENTRY_SIGNATURE)) return { start, end, size };
  }
  return { start: 0, end: size, size };
}

class FileRangeReader extends RandomAccessReader {
  readonly #path: string;
  readonly #start: number;

  constructor(path: string, start: number) {
    super();
    this.#path = path;
    this.#start = start;
  }

  override _readStreamForRange(start: number, end: number) {
    return createReadStream(this.#path, { start: this.#start + start, end: this.#start + end - 1 });
  }
}
