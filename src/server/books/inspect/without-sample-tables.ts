import { type FileHandle, open } from "node:fs/promises";

import { fromBlob } from "strtok3";

import { readAt } from "#server/adapters/file-io.ts";
import { AppError } from "#server/errors.ts";

import { type IndexBox, readMp4Index } from "./mp4-boxes.ts";

type TableEntry = readonly [entry: number, first: number];
const SAMPLE_TABLES: Readonly<Record<string, TableEntry>> = {
  stsz: [4, 12],
  stz2: [1, 12],
  stco: [4, 8],
  co64: [8, 8],
  stsc: [12, 8],
  stts: [8, 8],
};
/** Ten hours in fragments of two seconds take 190,000. */
const READS_MAX = 200_000;
const FREE_BOX_TYPE = Buffer.from("free");
const BOX_HEADER_BYTES = 8;

type Patch = { at: number; bytes: Buffer };
/** With `lacksTables`, a hidden table isn't the audio's but, for example, that of the chapters. */
type FilePatches = { patches: readonly Patch[]; lacksTables: boolean };

/** Hides the audio's sample tables from the parser, because those of 25 hours take 110 MB in memory. */
export async function openWithoutSampleTables(path: string, mimeType: string) {
  const { patches, lacksTables } = await findPatches(path);
  const tokenizer = fromBlob(Bun.file(path, { type: mimeType }));
  const peekBuffer = tokenizer.peekBuffer.bind(tokenizer);
  let reads = 0;
  // `readBuffer` calls it, too
  tokenizer.peekBuffer = async (bytes, options) => {
    reads += 1;
    if (reads > READS_MAX) throw new AppError("invalid", "This file has too many parts. Convert it again.");
    const position = options?.position ?? tokenizer.position;
    const count = await peekBuffer(bytes, options);
    for (const patch of patches)
      for (const [index, byte] of patch.bytes.entries()) {
        const at = patch.at + index - position;
        if (at >= 0 && at < count) bytes[at] = byte;
      }
    return count;
  };
  return { tokenizer, lacksTables };
}

/** Some programs pad the other tables: padding becomes a `free` box, or if it's too short, hides its table. */
async function findPatches(path: string): Promise<FilePatches> {
  await using handle = await open(path, "r");
  const boxes = await readMp4Index(handle);
  const audioTracks = new Set<number>();
  for (const box of boxes)
    if (box.type === "hdlr" && (await readContentPart(handle, box, 8, 4)).toString("latin1") === "soun")
      audioTracks.add(box.trackNumber);
  const patches: Patch[] = [];
  let lacksTables = false;
  for (const box of boxes) {
    const entry = SAMPLE_TABLES[box.type];
    const padding = entry && !audioTracks.has(box.trackNumber) ? await measurePadding(handle, box, entry) : 0;
    if (entry && (audioTracks.has(box.trackNumber) || (padding > 0 && padding < BOX_HEADER_BYTES)))
      patches.push({ at: box.offset + 4, bytes: FREE_BOX_TYPE });
    else if (padding > 0) patches.push(...toFreeBox(box, padding));
    if (padding > 0 && padding < BOX_HEADER_BYTES) lacksTables = true;
  }
  return { patches, lacksTables };
}

async function measurePadding(handle: FileHandle, box: IndexBox, [entry, entriesStart]: TableEntry): Promise<number> {
  const head = await readContentPart(handle, box, 0, entriesStart);
  if (head.length < entriesStart || box.header !== BOX_HEADER_BYTES || box.type === "stz2") return 0;
  // an `stsz` with one size for all samples has no entries
  const hasFixedSampleSize = box.type === "stsz" && head.readUInt32BE(4) > 0;
  return (
    box.size - BOX_HEADER_BYTES - entriesStart - (hasFixedSampleSize ? 0 : head.readUInt32BE(entriesStart - 4) * entry)
  );
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
