import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";

import { readAt } from "#server/adapters/file-io.ts";

import { type Box, type IndexBox, readMp4 } from "./mp4-boxes.ts";
import { uint32At } from "./mp4-tracks.ts";
import { toUint32 } from "./without-sample-tables.ts";

type OffsetTable = { start: number; end: number; width: 4 | 8 };

const COPY_CHUNK_BYTES = 1024 * 1024;
/** Files with other absolute offsets, or a compressed or fragmented index, aren't changed. */
const UNSUPPORTED_BOXES = new Set(["moof", "sidx", "meta", "mvex", "cmov", "saio"]);
const UINT32_MAX = 0xffff_ffff;

/** Moves the index (`moov`) before the audio, so that players start at once. Null if the file can't be changed. */
export async function moveIndexToFront(path: string): Promise<AsyncIterable<Uint8Array> | null> {
  await using handle = await open(path, "r");
  const mp4 = await readMp4(handle);
  const mediaOffset = mp4?.boxes.find(({ type }) => type === "mdat")?.offset;
  if (!mp4 || mediaOffset === undefined) return null;
  const { size, boxes, moov, index } = mp4;
  if (moov.offset < mediaOffset || moov.size > UINT32_MAX) return null;
  // inside the index, `meta` holds tags; elsewhere it holds offsets
  const relevantBoxes = [...boxes, ...index.filter(({ type }) => type !== "meta")];
  if (relevantBoxes.some(({ type }) => UNSUPPORTED_BOXES.has(type))) return null;
  const tables = await findTables(handle, index);
  if (!tables || (size + moov.size > UINT32_MAX && tables.some(({ width }) => width === 4))) return null;
  return rearrangedChunks(path, { mediaOffset, index: moov, tables, end: size });
}

async function findTables(handle: FileHandle, boxes: readonly IndexBox[]): Promise<OffsetTable[] | null> {
  const tables: OffsetTable[] = [];
  for (const { type, offset, size, header } of boxes) {
    if (type !== "stco" && type !== "co64") continue;
    const width = type === "stco" ? 4 : 8;
    const start = offset + header + 8;
    const end = start + uint32At(await readAt(handle, start - 4, 4), 0) * width;
    if (end > offset + size) return null;
    tables.push({ start, end, width });
  }
  return tables;
}

type Move = { mediaOffset: number; index: Box; tables: readonly OffsetTable[]; end: number };

async function* rearrangedChunks(path: string, { mediaOffset, index, tables, end }: Move): AsyncIterable<Uint8Array> {
  const indexEnd = index.offset + index.size;
  // only the data between `mediaOffset` and the index moves, by the size of the index
  const shiftOffset = (offset: number) =>
    offset >= mediaOffset && offset < index.offset ? offset + index.size : offset;
  yield* readRange(path, 0, mediaOffset);
  let offset = index.offset;
  if (index.isOpenEnded) {
    yield toUint32(index.size);
    offset += 4;
  }
  for (const { start, end: tableEnd, width } of tables) {
    yield* readRange(path, offset, start);
    yield* shiftOffsets(readRange(path, start, tableEnd), width, shiftOffset);
    offset = tableEnd;
  }
  yield* readRange(path, offset, indexEnd);
  yield* readRange(path, mediaOffset, index.offset);
  yield* readRange(path, indexEnd, end);
}

async function* readRange(path: string, start: number, end: number): AsyncIterable<Buffer> {
  if (end > start) yield* createReadStream(path, { start, end: end - 1, highWaterMark: COPY_CHUNK_BYTES });
}

async function* shiftOffsets(table: AsyncIterable<Buffer>, width: 4 | 8, shift: (offset: number) => number) {
  let incompleteBytes = Buffer.alloc(0);
  for await (const chunk of table) {
    const bytes = Buffer.concat([incompleteBytes, chunk]);
    const end = bytes.length - (bytes.length % width);
    for (let at = 0; at < end; at += width) {
      if (width === 4) bytes.writeUInt32BE(shift(bytes.readUInt32BE(at)), at);
      else bytes.writeBigUInt64BE(BigInt(shift(Number(bytes.readBigUInt64BE(at)))), at);
    }
    yield bytes.subarray(0, end);
    incompleteBytes = bytes.subarray(end);
  }
  yield incompleteBytes;
}
