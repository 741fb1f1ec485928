import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";

import { type Box, type IndexBox, readBoxes, readIndex } from "./mp4-boxes.ts";

type Table = { start: number; end: number; width: 4 | 8 };

const COPY_BYTES = 1024 * 1024;
/** Boxes with other absolute offsets, or a compressed or fragmented index: such files stay unchanged. */
const UNTOUCHABLE = new Set(["moof", "sidx", "meta", "mvex", "cmov", "saio"]);
const SHORT_MAX = 0xffff_ffff;

/** Moves the index (`moov`) before the sound, so players start at once; null to leave the file alone. */
export async function moveIndexToFront(path: string): Promise<AsyncIterable<Uint8Array> | null> {
  const handle = await open(path, "r");
  try {
    const { size } = await handle.stat();
    const boxes = await readBoxes(handle, 0, size);
    const index = boxes?.find(({ type }) => type === "moov");
    const media = boxes?.find(({ type }) => type === "mdat");
    if (!boxes || !index || !media || index.offset < media.offset || index.size > SHORT_MAX) return null;
    const inside = await readIndex(handle, index);
    if (!inside || [...boxes, ...inside.filter(outOfTags)].some(({ type }) => UNTOUCHABLE.has(type))) return null;
    const tables = await findTables(handle, inside);
    if (!tables || (size + index.size > SHORT_MAX && tables.some(({ width }) => width === 4))) return null;
    return pieces(path, { at: media.offset, index, tables, end: size });
  } finally {
    await handle.close();
  }
}

/** `meta` inside the index holds tags; elsewhere, positions. */
function outOfTags({ type }: Box): boolean {
  return type !== "meta";
}

async function findTables(handle: FileHandle, boxes: readonly IndexBox[]): Promise<Table[] | null> {
  const count = Buffer.alloc(4);
  const tables: Table[] = [];
  for (const { type, offset, size, header } of boxes) {
    if (type !== "stco" && type !== "co64") continue;
    const width = type === "stco" ? 4 : 8;
    const start = offset + header + 8;
    await handle.read(count, 0, 4, start - 4);
    const end = start + count.readUInt32BE(0) * width;
    if (end > offset + size) return null;
    tables.push({ start, end, width });
  }
  return tables;
}

type Move = { at: number; index: Box; tables: readonly Table[]; end: number };

async function* pieces(path: string, { at, index, tables, end }: Move): AsyncIterable<Uint8Array> {
  const behind = index.offset + index.size;
  // offsets between `at` and the index move by the size of the index
  const shift = (offset: number) => (offset >= at && offset < index.offset ? offset + index.size : offset);
  yield* part(path, 0, at);
  let done = index.offset;
  if (index.isOpenEnded) {
    yield lengthOf(index);
    done += 4;
  }
  for (const { start, end: tableEnd, width } of tables) {
    yield* part(path, done, start);
    yield* shifted(part(path, start, tableEnd), width, shift);
    done = tableEnd;
  }
  yield* part(path, done, behind);
  yield* part(path, at, index.offset);
  yield* part(path, behind, end);
}

/** An open-ended box would include the boxes that now follow it. */
function lengthOf({ size }: Box): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(size);
  return length;
}

async function* part(path: string, start: number, end: number): AsyncIterable<Buffer> {
  if (end > start) yield* createReadStream(path, { start, end: end - 1, highWaterMark: COPY_BYTES });
}

async function* shifted(table: AsyncIterable<Buffer>, width: 4 | 8, shift: (offset: number) => number) {
  let rest = Buffer.alloc(0);
  for await (const chunk of table) {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % width);
    for (let at = 0; at < whole; at += width) {
      if (width === 4) bytes.writeUInt32BE(shift(bytes.readUInt32BE(at)), at);
      else bytes.writeBigUInt64BE(BigInt(shift(Number(bytes.readBigUInt64BE(at)))), at);
    }
    yield bytes.subarray(0, whole);
    rest = bytes.subarray(whole);
  }
  yield rest;
}
