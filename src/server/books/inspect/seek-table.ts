import { type Mp3Frame, readFrame, walkMp3 } from "./mp3-frames.ts";

/** What a file gets in front of its sound: `frame` replaces the `skip` bytes after the first `keep` ones. */
export type SeekTable = { keep: number; skip: number; frame: Buffer };

/** `drift`: seconds by which a player that takes one bit rate for the whole file is at most wrong. */
type Mp3Sound = { seconds: number; drift: number; seekTable: SeekTable | null };
type Old = { at: number; size: number; isTrue: (frames: number, bytes: number) => boolean; delays: Buffer | null };

const ENTRIES = 100;
/** Marks kept while walking; with more, every second one goes. */
const MARKS_MAX = 8192;
/** Frames, bytes and the table of contents; the fourth would be a quality. */
const FLAGS = 7;
const TABLE_BYTES = 16 + ENTRIES;
/** Quality, then the encoder's name, and what a decoder leaves out at both ends. */
const DELAYS_BYTES = 40;
const ENCODERS = /^(?:LAME|Lavf|Lavc)/;

/**
 * Counts an MP3's frames, because headers may be wrong, and makes the Xing frame that it should begin with: without
 * one, browsers guess the length and seek elsewhere. Null where it has a true one. @param start of the sound, in bytes
 */
export async function readMp3Sound(path: string, start: number): Promise<Mp3Sound> {
  let seconds = 0;
  let frames = 0;
  let bytes = 0;
  let step = 1;
  let marks: number[] = [];
  let old: Old | null = null;
  let sample: { frame: Mp3Frame; header: Buffer } | null = null;
  let isConstant = true;
  await walkMp3(path, start, (frame, at, content) => {
    if (!old && !sample) {
      old = readOld(frame, at, content);
      if (old) return;
    }
    sample ??= { frame, header: Buffer.from(content.subarray(0, 4)) };
    if (frame.kilobits !== sample.frame.kilobits) isConstant = false;
    if (frames % step === 0) marks.push(at);
    if (marks.length > MARKS_MAX) {
      marks = marks.filter((_, index) => index % 2 === 0);
      step *= 2;
    }
    frames += 1;
    seconds += frame.seconds;
    bytes = at + frame.bytes;
  });
  // assigned in a callback, which narrowing can't see
  const [before, first] = [old as Old | null, sample as { frame: Mp3Frame; header: Buffer } | null];
  if (!first) return { seconds, drift: 0, seekTable: null };
  const sound = { frames, end: bytes, marks, step, isConstant };
  const drift = isConstant ? 0 : driftOf(sound) * seconds;
  if (before?.isTrue(frames, bytes - before.at)) return { seconds, drift, seekTable: null };
  const frame = makeFrame(first, sound, before?.delays ?? null);
  return { seconds, drift, seekTable: { keep: before?.at ?? start, skip: before?.size ?? 0, frame } };
}

/** As a share of the length: how far the share of the bytes is from that of the frames. */
function driftOf({ frames, end, marks, step }: Sound): number {
  const from = marks[0] ?? 0;
  const offs = marks.map((at, index) => Math.abs((at - from) / (end - from) - (index * step) / frames));
  return offs.reduce((most, off) => Math.max(most, off), 0);
}

/** A Xing, Info or VBRI frame, which isn't heard. */
function readOld(frame: Mp3Frame, at: number, content: Buffer): Old | null {
  if (content.toString("latin1", 36, 40) === "VBRI")
    return { at, size: frame.bytes, isTrue: () => false, delays: null };
  const place = 4 + sideInfoBytes(frame);
  if (!/^(?:Xing|Info)$/.test(content.toString("latin1", place, place + 4))) return null;
  const flags = content.length >= place + TABLE_BYTES ? content.readUInt32BE(place + 4) : 0;
  const isTrue = (frames: number, bytes: number) =>
    (flags & FLAGS) === FLAGS &&
    Math.abs(content.readUInt32BE(place + 8) - frames) <= 1 &&
    Math.abs(content.readUInt32BE(place + 12) - bytes) <= frame.bytes * 4;
  const delaysAt =
    place + 8 + (flags & 1 ? 4 : 0) + (flags & 2 ? 4 : 0) + (flags & 4 ? ENTRIES : 0) + (flags & 8 ? 0 : -4);
  const delays = content.subarray(delaysAt, delaysAt + DELAYS_BYTES);
  const isKnown = delays.length === DELAYS_BYTES && ENCODERS.test(delays.toString("latin1", 4, 8));
  return { at, size: frame.bytes, isTrue, delays: isKnown ? Buffer.from(delays) : null };
}

type Sound = { frames: number; end: number; marks: readonly number[]; step: number; isConstant: boolean };

/** "Info" says that all frames have one size: then browsers seek by it, more exactly than the table could say. */
function makeFrame({ frame, header }: { frame: Mp3Frame; header: Buffer }, sound: Sound, delays: Buffer | null) {
  const place = 4 + sideInfoBytes(frame);
  const needed = place + TABLE_BYTES + DELAYS_BYTES;
  const [own, size] = largeEnough(header, needed);
  const bytes = Buffer.alloc(size);
  own.copy(bytes);
  const from = sound.marks[0] ?? 0;
  const total = size + sound.end - from;
  bytes.write(sound.isConstant ? "Info" : "Xing", place, "latin1");
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
  own[1] = (own[1] ?? 0) | 1;
  for (let rate = 1; rate < 15; rate += 1) {
    own[2] = (rate << 4) | ((own[2] ?? 0) & 0x0d);
    const size = readFrame(own, 0)?.bytes ?? 0;
    if (size >= needed) return [own, size];
  }
  throw new Error("No frame of an MP3 is so large");
}

function sideInfoBytes({ isMpeg1, isMono }: Mp3Frame): number {
  if (isMpeg1) return isMono ? 17 : 32;
  return isMono ? 9 : 17;
}
