import { type FileHandle, open } from "node:fs/promises";

import { AbstractTokenizer, EndOfStreamError, type IRandomAccessTokenizer } from "strtok3";

import { readAt } from "#server/adapters/file-io.ts";

import { type IndexBox, readBoxes, readIndex } from "./mp4-boxes.ts";

type TableEntry = readonly [entry: number, first: number];
const SAMPLE_TABLES: Readonly<Record<string, TableEntry>> = {
  stsz: [4, 12],
  stz2: [1, 12],
  stco: [4, 8],
  co64: [8, 8],
  stsc: [12, 8],
  stts: [8, 8],
};
const FREE_BOX_TYPE = Buffer.from("free");
const BOX_HEADER_BYTES = 8;

type Patch = { at: number; bytes: Buffer };
type FilePatches = { patches: readonly Patch[]; lacksTables: boolean };

/** Hides the audio's sample tables from the parser, because those of 25 hours take 110 MB in memory. */
export async function openWithoutSampleTables(path: string, mimeType: string): Promise<MaskedFile> {
  const handle = await open(path, "r");
  try {
    const { size } = await handle.stat();
    return new MaskedFile(handle, { size, mimeType }, await findPatches(handle, size));
  } catch (error) {
    await handle.close();
    throw error;
  }
}

type ReadOptions = Parameters<IRandomAccessTokenizer["readBuffer"]>[1];

class MaskedFile extends AbstractTokenizer implements IRandomAccessTokenizer {
  readonly fileInfo: { size: number; mimeType: string };
  readonly #handle: FileHandle;
  readonly #patches: readonly Patch[];
  /** A hidden table isn't the audio's but, for example, that of the chapters. */
  readonly lacksTables: boolean;

  constructor(handle: FileHandle, fileInfo: MaskedFile["fileInfo"], { patches, lacksTables }: FilePatches) {
    super();
    this.fileInfo = fileInfo;
    this.#handle = handle;
    this.#patches = patches;
    this.lacksTables = lacksTables;
  }

  async peekBuffer(bytes: Uint8Array, options?: ReadOptions): Promise<number> {
    const { position, length, mayBeLess } = this.normalizeOptions(bytes, options);
    let count = 0;
    while (count < length) {
      const { bytesRead } = await this.#handle.read(bytes, count, length - count, position + count);
      if (bytesRead === 0) break;
      count += bytesRead;
    }
    if (count < length && !mayBeLess) throw new EndOfStreamError();
    for (const patch of this.#patches)
      for (const [index, byte] of patch.bytes.entries()) {
        const at = patch.at + index - position;
        if (at >= 0 && at < count) bytes[at] = byte;
      }
    return count;
  }

  async readBuffer(bytes: Uint8Array, options?: ReadOptions): Promise<number> {
    const { position } = this.normalizeOptions(bytes, options);
    const done = await this.peekBuffer(bytes, options);
    this.position = position + done;
    return done;
  }

  setPosition(position: number): void {
    this.position = position;
  }

  supportsRandomAccess(): true {
    return true;
  }

  protected override async closeOnce(): Promise<void> {
    await this.#handle.close();
    await super.closeOnce();
  }
}

/** Some programs pad the other tables: padding becomes a `free` box, or if it's too short, hides its table. */
async function findPatches(handle: FileHandle, size: number): Promise<FilePatches> {
  const index = (await readBoxes(handle, 0, size))?.find(({ type }) => type === "moov");
  const boxes = index && (await readIndex(handle, index));
  if (!boxes) return { patches: [], lacksTables: false };
  const sound = new Set<number>();
  for (const box of boxes)
    if (box.type === "hdlr" && (await readContentPart(handle, box, 8, 4)).toString("latin1") === "soun")
      sound.add(box.trackNumber);
  const patches: Patch[] = [];
  let lacksTables = false;
  for (const box of boxes) {
    const entry = SAMPLE_TABLES[box.type];
    const rest = entry && !sound.has(box.trackNumber) ? await measurePadding(handle, box, entry) : 0;
    if (entry && (sound.has(box.trackNumber) || (rest > 0 && rest < BOX_HEADER_BYTES)))
      patches.push({ at: box.offset + 4, bytes: FREE_BOX_TYPE });
    else if (rest > 0) patches.push(...toFreeBox(box, rest));
    if (rest > 0 && rest < BOX_HEADER_BYTES) lacksTables = true;
  }
  return { patches, lacksTables };
}

async function measurePadding(handle: FileHandle, box: IndexBox, [entry, first]: TableEntry): Promise<number> {
  const head = await readContentPart(handle, box, 0, first);
  if (head.length < first || box.header !== BOX_HEADER_BYTES || box.type === "stz2") return 0;
  // an `stsz` with one size for all samples has no entries
  const hasFixedSampleSize = box.type === "stsz" && head.readUInt32BE(4) > 0;
  return box.size - BOX_HEADER_BYTES - first - (hasFixedSampleSize ? 0 : head.readUInt32BE(first - 4) * entry);
}

function toFreeBox({ offset, size }: IndexBox, rest: number): Patch[] {
  return [
    { at: offset, bytes: toUint32(size - rest) },
    { at: offset + size - rest, bytes: Buffer.concat([toUint32(rest), FREE_BOX_TYPE]) },
  ];
}

function readContentPart(handle: FileHandle, { offset, header }: IndexBox, from: number, length: number) {
  return readAt(handle, offset + header + from, length);
}

function toUint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
