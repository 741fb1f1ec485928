import type { FileHandle } from "node:fs/promises";

/** `size` includes the `header` bytes. An open-ended box has length 0 in the file and reaches its end. */
export type Box = { type: string; offset: number; size: number; header: number; isOpenEnded: boolean };

export type IndexBox = Box & { trackNumber: number };

const CONTAINER_TYPES = new Set(["trak", "mdia", "minf", "stbl"]);
const BOXES_MAX = 5000;

/** `index` has the boxes in `moov`. Null if the file isn't MP4, or malformed. */
export async function readMp4(handle: FileHandle) {
  const { size } = await handle.stat();
  const boxes = await readBoxes(handle, 0, size);
  const moov = boxes?.find(({ type }) => type === "moov");
  const index = moov && (await readIndex(handle, moov));
  return boxes && index ? { size, boxes, moov, index } : null;
}

export async function readBoxes(handle: FileHandle, start: number, end: number): Promise<Box[] | null> {
  const bytes = Buffer.alloc(16);
  const boxes: Box[] = [];
  for (let offset = start; offset < end;) {
    const { bytesRead } = await handle.read(bytes, 0, 16, offset);
    if (bytesRead < 8 || boxes.length === BOXES_MAX) return null;
    const shortSize = bytes.readUInt32BE(0);
    const header = shortSize === 1 ? 16 : 8;
    const size = shortSize === 0 ? end - offset : shortSize === 1 ? Number(bytes.readBigUInt64BE(8)) : shortSize;
    if (size < header || offset + size > end) return null;
    boxes.push({ type: bytes.toString("latin1", 4, 8), offset, size, header, isOpenEnded: shortSize === 0 });
    offset += size;
  }
  return boxes;
}

async function readIndex(handle: FileHandle, moov: Box): Promise<IndexBox[] | null> {
  const indexBoxes: IndexBox[] = [];
  let trackCount = 0;
  const walk = async (parent: Box, track: number): Promise<boolean> => {
    const boxes = await readBoxes(handle, parent.offset + parent.header, parent.offset + parent.size);
    if (!boxes || indexBoxes.length + boxes.length > BOXES_MAX) return false;
    for (const box of boxes) {
      const contentStart = box.type === "trak" ? trackCount++ : track;
      indexBoxes.push({ ...box, trackNumber: contentStart });
      if (CONTAINER_TYPES.has(box.type) && !(await walk(box, contentStart))) return false;
    }
    return true;
  };
  return (await walk(moov, -1)) ? indexBoxes : null;
}
