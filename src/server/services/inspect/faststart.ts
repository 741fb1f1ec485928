import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";

type Box = { type: string; offset: number; size: number };

const INDEX_MAX_BYTES = 64 * 1024 * 1024;
const TOP_LEVEL_MAX = 100;
const COPY_BYTES = 1024 * 1024;
/** Boxes that hold the boxes on the way to the chunk offsets. */
const CONTAINERS = new Set(["trak", "mdia", "minf", "stbl"]);
/** Boxes with other absolute offsets, or a packed index: such a file stays as it is. */
const UNTOUCHABLE = new Set(["mvex", "cmov", "iloc", "saio"]);

/**
 * The file with its index (`moov`) moved in front of the sound, so that a player can start after the first bytes.
 * Lossless; memory is bounded by the index.
 * @returns the new bytes, or null when the index is in front already or the file is better left alone
 */
export async function moveIndexToFront(path: string): Promise<AsyncIterable<Uint8Array> | null> {
  const handle = await open(path, "r");
  try {
    const boxes = await readTopLevel(handle);
    const index = boxes?.find(({ type }) => type === "moov");
    const media = boxes?.find(({ type }) => type === "mdat");
    if (!boxes || !index || !media || index.offset < media.offset || index.size > INDEX_MAX_BYTES) return null;
    const bytes = Buffer.alloc(index.size);
    await handle.read(bytes, 0, index.size, index.offset);
    if (!shiftChunkOffsets(bytes, media.offset, index)) return null;
    const end = boxes.reduce((last, box) => Math.max(last, box.offset + box.size), 0);
    return pieces(path, bytes, media.offset, index, end);
  } finally {
    await handle.close();
  }
}

async function* pieces(path: string, index: Uint8Array, at: number, { offset, size }: Box, end: number) {
  yield* part(path, 0, at);
  yield index;
  yield* part(path, at, offset);
  yield* part(path, offset + size, end);
}

async function* part(path: string, start: number, end: number): AsyncIterable<Uint8Array> {
  if (end > start) yield* createReadStream(path, { start, end: end - 1, highWaterMark: COPY_BYTES });
}

/** The boxes in order, or null when they do not fill the file as they should or it is fragmented. */
async function readTopLevel(handle: FileHandle): Promise<Box[] | null> {
  const { size: total } = await handle.stat();
  const header = Buffer.alloc(16);
  const boxes: Box[] = [];
  for (let offset = 0; offset < total;) {
    const { bytesRead } = await handle.read(header, 0, 16, offset);
    if (bytesRead < 8 || boxes.length === TOP_LEVEL_MAX) return null;
    const type = header.toString("latin1", 4, 8);
    const short = header.readUInt32BE(0);
    const size = short === 0 ? total - offset : short === 1 ? Number(header.readBigUInt64BE(8)) : short;
    if (size < 8 || offset + size > total || type === "moof" || type === "meta" || type === "sidx") return null;
    boxes.push({ type, offset, size });
    offset += size;
  }
  return boxes;
}

/** Everything between `at` and the old place of the index moves back by the size of the index. */
function shiftChunkOffsets(index: Buffer, at: number, { offset: from, size: by }: Box): boolean {
  const shift = (offset: number) => (offset >= at && offset < from ? offset + by : offset);
  const walk = (start: number, end: number): boolean => {
    for (let box = start; box < end;) {
      if (box + 8 > end) return false;
      const size = index.readUInt32BE(box);
      const type = index.toString("latin1", box + 4, box + 8);
      if (size < 8 || box + size > end || UNTOUCHABLE.has(type)) return false;
      if (CONTAINERS.has(type) && !walk(box + 8, box + size)) return false;
      if (type === "stco" && !shiftTable(index, box, size, shift, 4)) return false;
      if (type === "co64" && !shiftTable(index, box, size, shift, 8)) return false;
      box += size;
    }
    return true;
  };
  return index.readUInt32BE(0) === index.length && walk(8, index.length);
}

function shiftTable(
  index: Buffer,
  box: number,
  size: number,
  shift: (offset: number) => number,
  width: 4 | 8,
): boolean {
  if (size < 16) return false;
  const count = index.readUInt32BE(box + 12);
  if (16 + count * width > size) return false;
  for (let entry = box + 16; entry < box + 16 + count * width; entry += width) {
    if (width === 8) {
      index.writeBigUInt64BE(BigInt(shift(Number(index.readBigUInt64BE(entry)))), entry);
      continue;
    }
    const offset = shift(index.readUInt32BE(entry));
    if (offset > 0xffff_ffff) return false;
    index.writeUInt32BE(offset, entry);
  }
  return true;
}
