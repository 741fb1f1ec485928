import { BIT_RATE_INDEX_MAX, type Mp3Frame, readFrame, setBitRate, sideInfoBytes } from "./mp3-frames.ts";

const TOC_ENTRIES = 100;
const REQUIRED_FLAGS = 7;
const TABLE_BYTES = 16 + TOC_ENTRIES;
/** FFmpeg reads LAME's tag behind the table in any case: zeros mean that no samples are dropped. */
const LAME_TAG_BYTES = 40;

export type ExistingXing = NonNullable<ReturnType<typeof readXing>>;
type XingValues = { frames: number; bytes: number; isEven: boolean };
/** `marks` are the offsets of every `step`th frame in the file. */
export type FrameIndex = { frames: number; end: number; marks: readonly number[]; step: number; isEven: boolean };

export function readXing(frame: Mp3Frame, at: number, content: Buffer) {
  if (content.toString("latin1", 36, 40) === "VBRI") return { at, size: frame.bytes, isAccurate: () => false };
  const offset = 4 + sideInfoBytes(frame);
  const name = content.toString("latin1", offset, offset + 4);
  if (!/^(?:Xing|Info)$/.test(name)) return null;
  const flags = content.length >= offset + TABLE_BYTES ? content.readUInt32BE(offset + 4) : 0;
  const isAccurate = ({ frames, bytes, isEven }: XingValues) =>
    (flags & REQUIRED_FLAGS) === REQUIRED_FLAGS &&
    name === (isEven ? "Info" : "Xing") &&
    Math.abs(content.readUInt32BE(offset + 8) - frames) <= 1 &&
    Math.abs(content.readUInt32BE(offset + 12) - bytes) <= frame.bytes * 4;
  return { at, size: frame.bytes, isAccurate };
}

type FirstFrame = { frame: Mp3Frame; header: Buffer };

/** "Info" means a constant bit rate: browsers then seek by it, which is more accurate than the table. */
export function createXing({ frame, header }: FirstFrame, frameIndex: FrameIndex): Buffer {
  const offset = 4 + sideInfoBytes(frame);
  const neededBytes = offset + TABLE_BYTES + LAME_TAG_BYTES;
  const [xingHeader, size] = findLargeEnoughHeader(header, neededBytes);
  const bytes = Buffer.alloc(size);
  xingHeader.copy(bytes);
  const from = frameIndex.marks[0] ?? 0;
  const total = size + frameIndex.end - from;
  bytes.write(frameIndex.isEven ? "Info" : "Xing", offset, "latin1");
  bytes.writeUInt32BE(REQUIRED_FLAGS, offset + 4);
  bytes.writeUInt32BE(frameIndex.frames, offset + 8);
  bytes.writeUInt32BE(Math.min(total, 0xffff_ffff), offset + 12);
  for (let entry = 0; entry < TOC_ENTRIES; entry += 1) {
    const mark = Math.round((entry / TOC_ENTRIES) * (frameIndex.frames / frameIndex.step));
    const at = size + (frameIndex.marks[mark] ?? frameIndex.end) - from;
    bytes[offset + 16 + entry] = entry === 0 ? 0 : Math.min(255, Math.round((at / total) * 256));
  }
  return bytes;
}

function findLargeEnoughHeader(header: Buffer, minBytes: number): [header: Buffer, size: number] {
  const candidate = Buffer.from(header);
  for (let rate = 1; rate <= BIT_RATE_INDEX_MAX; rate += 1) {
    setBitRate(candidate, rate);
    const size = readFrame(candidate, 0)?.bytes ?? 0;
    if (size >= minBytes) return [candidate, size];
  }
  throw new Error("No frame of an MP3 is so large");
}
