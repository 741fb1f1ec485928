import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";

import { type Entry, fromRandomAccessReaderPromise, openPromise, RandomAccessReader, type ZipFile } from "yauzl";

const UTF8_FLAG = 0x800;
const UNICODE_PATH = 0x7075;
const CONTAINER = /^(.*\/)?meta-inf\/container\.xml$/i;

/**
 * By normalized names, in UTF-8 even if the flag is missing, without the one folder that a Mac zips around everything.
 */
export function nameEntries(entries: readonly Entry[]): Map<string, Entry> {
  const named = entries.map((entry): [string, Entry] => [plain(nameOf(entry)), entry]);
  const prefixes = named.flatMap(([name]) => CONTAINER.exec(name)?.[1] ?? (CONTAINER.test(name) ? "" : []));
  const folder = prefixes.length === 1 ? (prefixes[0] ?? "") : "";
  const byName = new Map<string, Entry>();
  for (const [name, entry] of named) byName.set(name.startsWith(folder) ? name.slice(folder.length) : name, entry);
  return byName;
}

function nameOf({ fileName, fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string {
  if ((generalPurposeBitFlag & UTF8_FLAG) !== 0 || extraFields.some(({ id }) => id === UNICODE_PATH)) return fileName;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(fileNameRaw).replaceAll("\\", "/");
  } catch {
    return fileName;
  }
}

function plain(name: string): string {
  const parts = name.split("/");
  return parts.filter((part, index) => part !== "." && (part !== "" || index === parts.length - 1)).join("/");
}

const TAIL_MAX_BYTES = 1024 * 1024;
/** The last record of a ZIP, and the start of its directory (APPNOTE 4.3). */
const [END, ENTRY] = [Buffer.from("PK\u0005\u0006"), Buffer.from("PK\u0001\u0002")];
const END_BYTES = 22;
const OPTIONS = { autoClose: false, strictFileNames: false };

type Opened = { zip: ZipFile; start: number };

/** Some downloads have lines before the ZIP, or a few bytes after it. @throws Error */
export async function openZip(path: string): Promise<Opened> {
  const { start, end, size } = await findZip(path);
  if (start === 0 && end === size) return { zip: await openPromise(path, OPTIONS), start };
  return { zip: await fromRandomAccessReaderPromise(new Part(path, start), end - start, OPTIONS), start };
}

async function findZip(path: string): Promise<{ start: number; end: number; size: number }> {
  const handle = await open(path, "r");
  try {
    const { size } = await handle.stat();
    const tail = Buffer.alloc(Math.min(size, TAIL_MAX_BYTES));
    const first = size - tail.length;
    await handle.read(tail, 0, tail.length, first);
    for (let at = tail.lastIndexOf(END); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf(END, at - 1)) {
      if (at + END_BYTES > tail.length) continue;
      const directory = first + at - tail.readUInt32LE(at + 12);
      const start = directory - tail.readUInt32LE(at + 16);
      const end = first + at + END_BYTES + tail.readUInt16LE(at + 20);
      if (start < 0 || end > size) continue;
      const head = Buffer.alloc(ENTRY.length);
      await handle.read(head, 0, head.length, directory);
      if (head.equals(ENTRY)) return { start, end, size };
    }
    return { start: 0, end: size, size };
  } finally {
    await handle.close();
  }
}

class Part extends RandomAccessReader {
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
