import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";

/** The largest index of a bit rate; 0 is the free format, and 15 is forbidden. */
export const BIT_RATE_INDEX_MAX = 14;
const MPEG1_BIT_RATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const MPEG2_BIT_RATES = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLE_RATES = [44_100, 48_000, 32_000];
const CHUNK_BYTES = 64 * 1024;

export type Mp3Frame = NonNullable<ReturnType<typeof readFrame>>;

/** The last frame may be truncated. */
type OnFrame = (frame: Mp3Frame, at: number, bytes: Buffer) => void;

/** Walks a file's frames in bounded memory. @param start byte of the audio: images in the tag can look like frames */
export async function walkMp3(path: string, start: number, onFrame: OnFrame): Promise<void> {
  for await (const _ of walkChunks(path, start, onFrame));
}

/** Yields after each chunk, so that the result so far can be sent. */
export async function* walkChunks(path: string, start: number, onFrame: OnFrame): AsyncIterable<void> {
  let incompleteFrame = Buffer.alloc(0);
  let isInSync = false;
  const size = (await stat(path)).size;
  let baseOffset = start;
  for await (const chunk of createReadStream(path, { start, highWaterMark: CHUNK_BYTES })) {
    const bytes = incompleteFrame.length > 0 ? Buffer.concat([incompleteFrame, chunk]) : chunk;
    const isEnd = baseOffset + bytes.length >= size;
    let at = 0;
    while (at + 4 <= bytes.length) {
      let frame = readFrame(bytes, at);
      const next = at + (frame?.bytes ?? 0);
      if (frame && next + 4 > bytes.length && !isEnd) break;
      if (frame && !isInSync && !isFollowedByFrame(bytes, at, next)) frame = null;
      isInSync = frame !== null;
      if (frame) onFrame(frame, baseOffset + at, bytes.subarray(at, next));
      at = frame ? next : nextSync(bytes, at + 1);
    }
    incompleteFrame = bytes.subarray(at);
    baseOffset += Math.min(at, bytes.length);
    yield;
  }
}

export function hasAudioFrame(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const frame = readFrame(bytes, at);
    if (frame && isFollowedByFrame(bytes, at, at + frame.bytes)) return true;
  }
  return false;
}

/** Tags, images and junk can contain something like a header, but only audio has another one where the frame ends. */
function isFollowedByFrame(bytes: Buffer, at: number, next: number): boolean {
  if (next + 4 > bytes.length) return next === bytes.length;
  const differsInBit = (byteOffset: number) => (bytes[at + byteOffset] ?? 0) ^ (bytes[next + byteOffset] ?? 0);
  const isSameFormat = (differsInBit(1) & 0xfe) === 0 && (differsInBit(2) & 0x0c) === 0;
  return isSameFormat && readFrame(bytes, next) !== null;
}

/** Null without a header at `at`. Only layer 3, without the free format, which no browser plays. */
export function readFrame(bytes: Buffer, at: number) {
  const first = bytes[at] ?? 0;
  const second = bytes[at + 1] ?? 0;
  const third = bytes[at + 2] ?? 0;
  const version = (second >> 3) & 3;
  // eleven sync bits, no reserved version, Layer 3
  if (first !== 0xff || (second & 0xe0) !== 0xe0 || version === 1 || ((second >> 1) & 3) !== 1) return null;
  const isMpeg1 = version === 3;
  const kilobits = (isMpeg1 ? MPEG1_BIT_RATES : MPEG2_BIT_RATES)[third >> 4];
  const base = SAMPLE_RATES[(third >> 2) & 3];
  if (!kilobits || !base) return null;
  const sampleRate = isMpeg1 ? base : version === 2 ? base / 2 : base / 4;
  const samples = isMpeg1 ? 1152 : 576;
  const padding = (third >> 1) & 1;
  const isMono = (bytes[at + 3] ?? 0) >> 6 === 3;
  const length = frameSize({ samples, sampleRate }, kilobits) + padding;
  return { bytes: length, seconds: samples / sampleRate, samples, sampleRate, kilobits, isMpeg1, isMono };
}

export function frameSize({ samples, sampleRate }: Record<"samples" | "sampleRate", number>, kilobits: number): number {
  return Math.floor((samples * kilobits * 125) / sampleRate);
}

/** Changes a header's bit rate, and removes padding and checksum. */
export function setBitRate(header: Buffer, index: number): void {
  header[1] = (header[1] ?? 0) | 1;
  header[2] = (index << 4) | ((header[2] ?? 0) & 0x0d);
}

export function sideInfoBytes({ isMpeg1, isMono }: Mp3Frame): number {
  if (isMpeg1) return isMono ? 17 : 32;
  return isMono ? 9 : 17;
}

export function kilobitsAt(index: number, isMpeg1: boolean): number {
  return (isMpeg1 ? MPEG1_BIT_RATES : MPEG2_BIT_RATES)[index] ?? 0;
}

function nextSync(bytes: Buffer, from: number): number {
  const syncIndex = bytes.indexOf(0xff, from);
  return syncIndex < 0 ? Math.max(from, bytes.length) : syncIndex;
}
