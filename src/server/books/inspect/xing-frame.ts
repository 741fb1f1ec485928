import { LAST_BIT_RATE, type Mp3Frame, readFrame, setBitRate, sideInfoBytes } from "./mp3-frames.ts";

const ENTRIES = 100;
/** Frames, bytes and the table of contents; the fourth would be a quality. */
const FLAGS = 7;
const TABLE_BYTES = 16 + ENTRIES;
/** Quality, then the encoder's name, and what a decoder leaves out at both ends. */
const DELAYS_BYTES = 40;
const ENCODERS = /^(?:LAME|Lavf|Lavc)/;

/** The frame that a file has: `isAccurate` asks for what it should tell. */
export type OldXing = { at: number; size: number; isAccurate: (told: Told) => boolean; delays: Buffer | null };
type Told = { frames: number; bytes: number; isEven: boolean };
/** `marks` are where every `step`th frame begins, from the file's start. */
export type Sound = { frames: number; end: number; marks: readonly number[]; step: number; isEven: boolean };

/** A Xing, Info or VBRI frame, which isn't heard. */
export function readXing(frame: Mp3Frame, at: number, content: Buffer): OldXing | null {
  if (content.toString("latin1", 36, 40) === "VBRI")
    return { at, size: frame.bytes, isAccurate: () => false, delays: null };
  const place = 4 + sideInfoBytes(frame);
  const name = content.toString("latin1", place, place + 4);
  if (!/^(?:Xing|Info)$/.test(name)) return null;
  const flags = content.length >= place + TABLE_BYTES ? content.readUInt32BE(place + 4) : 0;
  const isAccurate = ({ frames, bytes, isEven }: Told) =>
    (flags & FLAGS) === FLAGS &&
    name === (isEven ? "Info" : "Xing") &&
    Math.abs(content.readUInt32BE(place + 8) - frames) <= 1 &&
    Math.abs(content.readUInt32BE(place + 12) - bytes) <= frame.bytes * 4;
  const delaysAt =
    place + 8 + (flags & 1 ? 4 : 0) + (flags & 2 ? 4 : 0) + (flags & 4 ? ENTRIES : 0) + (flags & 8 ? 0 : -4);
  const delays = content.subarray(delaysAt, delaysAt + DELAYS_BYTES);
  const isKnown = delays.length === DELAYS_BYTES && ENCODERS.test(delays.toString("latin1", 4, 8));
  return { at, size: frame.bytes, isAccurate, delays: isKnown ? Buffer.from(delays) : null };
}

type First = { frame: Mp3Frame; header: Buffer };

/** "Info" says that seconds and bytes pass evenly: then browsers seek by it, more exactly than the table could say. */
export function makeXing({ frame, header }: First, sound: Sound, delays: Buffer | null): Buffer {
  const place = 4 + sideInfoBytes(frame);
  const needed = place + TABLE_BYTES + DELAYS_BYTES;
  const [own, size] = largeEnough(header, needed);
  const bytes = Buffer.alloc(size);
  own.copy(bytes);
  const from = sound.marks[0] ?? 0;
  const total = size + sound.end - from;
  bytes.write(sound.isEven ? "Info" : "Xing", place, "latin1");
  bytes.writeUInt32BE(delays ? FLAGS | 8 : FLAGS, place + 4);
  bytes.writeUInt32BE(sound.frames, place + 8);
  bytes.writeUInt32BE(Math.min(total, 0xffff_ffff), place + 12);
  for (let entry = 0; entry < ENTRIES; entry += 1) {
    const mark = Math.round((entry / ENTRIES) * (sound.frames / sound.step));
    const at = size + (sound.marks[mark] ?? sound.end) - from;
    bytes[place + 16 + entry] = entry === 0 ? 0 : Math.min(255, Math.round((at / total) * 256));
  }
  if (delays) {
    delays.copy(bytes, place + TABLE_BYTES);
    // the length and the sums of the old file, which a decoder may check
    bytes.fill(0, place + TABLE_BYTES + 4 + 24);
    // what the first part left out at its end is no longer the end
    const cut = place + TABLE_BYTES + 4 + 22;
    bytes[cut] = (bytes[cut] ?? 0) & 0xf0;
    bytes[cut + 1] = 0;
  }
  return bytes;
}

/** The header of a frame of the same sound with room for so many bytes, without a checksum. */
function largeEnough(header: Buffer, needed: number): [header: Buffer, size: number] {
  const own = Buffer.from(header);
  for (let rate = 1; rate <= LAST_BIT_RATE; rate += 1) {
    setBitRate(own, rate);
    const size = readFrame(own, 0)?.bytes ?? 0;
    if (size >= needed) return [own, size];
  }
  throw new Error("No frame of an MP3 is so large");
}
