import type { FileHandle } from "node:fs/promises";

/** `size` includes the `header` bytes. */
type Box = { type: string; offset: number; size: number; header: number };

export type IndexBox = Box & { trackNumber: number };

const CONTAINER_TYPES = new Set(["trak", "mdia", "minf", "stbl"]);
const BOXES_MAX = 5000;

/** The boxes in `moov`. Empty if the file isn't MP4, or malformed. */
export async function readMp4Index(handle: FileHandle): Promise<IndexBox[]> {
  const boxes = await readBoxes(handle, 0, (await handle.stat()).size);
  const moov = boxes?.find(({ type }) => type === "moov");
  return (moov && (await readIndex(handle, moov))) ?? [];
}

export async function readBoxes(handle: FileHandle, start: number, end: number): Promise<Box[] | null> {
  const bytes = Buffer.alloc(16);
  const boxes: Box[] = [];
  for (let offset = start; offset < end;) {
    const { bytesRead } = await handle.read(bytes, 0, 16, offset);
    if (bytesRead < 8 || boxes.length === BOXES_MAX) return null;
    const shortSize = bytes.readUInt32BE(0);
    const header = shortSize === 1 ? 16 : 8;
    // a box of length 0 reaches the end
    const size = shortSize === 0 ? end - offset : shortSize === 1 ? Number(bytes.readBigUInt64BE(8)) : shortSize;
    if (size < header || offset + size > end) return null;
    boxes.push({ type: bytes.toString("latin1", 4, 8), offset, size, header });
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
