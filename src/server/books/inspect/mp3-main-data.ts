import { type Mp3Frame, setBitRate, sideInfoBytes } from "./mp3-frames.ts";

const HEADER_BYTES = 4;
const CHECKSUM_BYTES = 2;
/** The largest `main_data_begin`: 9 bits, or 8 (ISO 11172-3 2.4.1.7, 13818-3). */
const MAIN_DATA_BEGIN_MAX_BYTES = { mpeg1: 511, mpeg2: 255 };
/** `part2_3_length`: the audio bits of a granule in a channel, the first field of its side info. */
export const PART2_3_LENGTH_BITS = 12;

export const maxReservoirBytes = ({ isMpeg1 }: Mp3Frame): number =>
  isMpeg1 ? MAIN_DATA_BEGIN_MAX_BYTES.mpeg1 : MAIN_DATA_BEGIN_MAX_BYTES.mpeg2;

export const headerBytes = (frame: Mp3Frame): number => HEADER_BYTES + sideInfoBytes(frame);

type Header = { index: number; backBytes: number; isSilent: boolean };

export function copyHeader(frame: Mp3Frame, from: Buffer, to: Buffer, { index, backBytes, isSilent }: Header): void {
  const sideInfo = sideInfoOffset(from);
  from.copy(to, 0, 0, HEADER_BYTES);
  if (!isSilent) from.copy(to, HEADER_BYTES, sideInfo, sideInfo + sideInfoBytes(frame));
  setBitRate(to, index);
  to[4] = frame.isMpeg1 ? backBytes >> 1 : backBytes;
  if (frame.isMpeg1) to[5] = ((to[5] ?? 0) & 0x7f) | ((backBytes & 1) << 7);
}

/** Call the result with each frame in order. It returns null if the frame's audio is lost, as after a cut. */
export function createMainDataReader(): (frame: Mp3Frame, bytes: Buffer) => Buffer | null {
  let reservoir = Buffer.alloc(0);
  return (frame, bytes) => {
    const sideStart = sideInfoOffset(bytes);
    const end = sideStart + sideInfoBytes(frame);
    if (bytes.length < end) return null;
    const buffer = Buffer.concat([reservoir, bytes.subarray(end)]);
    const start = reservoir.length - readBits(bytes, sideStart * 8, frame.isMpeg1 ? 9 : 8);
    const length = Math.ceil(countAudioBits(frame, bytes) / 8);
    reservoir = buffer.subarray(Math.max(0, buffer.length - MAIN_DATA_BEGIN_MAX_BYTES.mpeg1));
    return start < 0 || start + length > buffer.length ? null : buffer.subarray(start, start + length);
  };
}

function sideInfoOffset(bytes: Buffer): number {
  const hasChecksum = ((bytes[1] ?? 0) & 1) === 0;
  return HEADER_BYTES + (hasChecksum ? CHECKSUM_BYTES : 0);
}

function countAudioBits(frame: Mp3Frame, bytes: Buffer): number {
  let bitCount = 0;
  for (const at of granuleOffsets(frame, bytes)) bitCount += readBits(bytes, at, PART2_3_LENGTH_BITS);
  return bitCount;
}

/** The bit offsets of each granule and channel in the side info. */
export function granuleOffsets({ isMpeg1, isMono }: Mp3Frame, bytes: Buffer): number[] {
  const channelCount = isMono ? 1 : 2;
  const firstBit = sideInfoOffset(bytes) * 8 + (isMpeg1 ? 9 + (isMono ? 5 : 3) + 4 * channelCount : 8 + channelCount);
  const size = isMpeg1 ? 59 : 63;
  return Array.from({ length: channelCount * (isMpeg1 ? 2 : 1) }, (_, part) => firstBit + part * size);
}

export function readBits(bytes: Buffer, at: number, count: number): number {
  const firstByte = at >> 3;
  const bits24 = ((bytes[firstByte] ?? 0) << 16) | ((bytes[firstByte + 1] ?? 0) << 8) | (bytes[firstByte + 2] ?? 0);
  return (bits24 >> (24 - (at & 7) - count)) & ((1 << count) - 1);
}
