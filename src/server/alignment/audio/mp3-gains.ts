import { type Mp3Frame, walkMp3 } from "#server/books/inspect/mp3-frames.ts";

import { createGains, type Gains } from "./gains.ts";

/** The first frame of a file with a variable bit rate tells its length, and has no sound. */
const HEADS = ["Xing", "Info", "VBRI"];
const HEAD_BYTES = 48;
/** A decoder's filters are late by about one granule, which is 576 samples (529 and what they are long). */
const LATE_GRANULES = 1;

/**
 * Reads the loudest frequency of each granule from the side info (ISO 11172-3 2.4.1.7, 13818-3), without decoding: the
 * size of a step, and how many of them the table of codes chosen for it can say.
 */
export async function readMp3Gains(path: string, start: number, onByte: (at: number) => void): Promise<Gains> {
  const gains = createGains();
  let seconds = 0;
  await walkMp3(path, start, (frame, at, bytes) => {
    const granules = frame.isMpeg1 ? 2 : 1;
    if (seconds === 0 && isHead(bytes)) return;
    seconds ||= frame.seconds / granules;
    onByte(at);
    for (let granule = 0; granule < granules; granule += 1) gains.add(gainOf(frame, bytes, granule));
  });
  return { seconds, gains: gains.all().subarray(LATE_GRANULES) };
}

function isHead(bytes: Buffer): boolean {
  const head = bytes.toString("latin1", 0, HEAD_BYTES);
  return HEADS.some((name) => head.includes(name));
}

/** The louder channel's; 0 for a granule without any bits, null where the frame was cut. */
function gainOf({ isMpeg1, isMono }: Mp3Frame, bytes: Buffer, granule: number): number | null {
  const channels = isMono ? 1 : 2;
  // behind the header and its checksum
  const from = ((bytes[1] ?? 0) & 1) === 0 ? 48 : 32;
  const head = isMpeg1 ? 9 + (isMono ? 5 : 3) + 4 * channels : 8 + channels;
  const size = isMpeg1 ? 59 : 63;
  let loudest = 0;
  for (let channel = 0; channel < channels; channel += 1) {
    const at = from + head + size * (granule * channels + channel);
    if (at + size > bytes.length * 8) return null;
    if (readBits(bytes, at, 12) === 0) continue;
    const peak = readBits(bytes, at + 12, 9) === 0 ? 0 : peakOf(bytes, at + 29 + (isMpeg1 ? 4 : 9));
    loudest = Math.max(loudest, readBits(bytes, at + 21, 8) + peak);
  }
  return loudest;
}

/** Steps that the largest quantized value adds, as far as the Huffman tables chosen for it say. */
function peakOf(bytes: Buffer, at: number): number {
  const isSwitched = readBits(bytes, at, 1) === 1;
  const tables = isSwitched ? 2 : 3;
  const first = at + (isSwitched ? 4 : 1);
  let most = 0;
  for (let region = 0; region < tables; region += 1)
    most = Math.max(most, PEAKS[readBits(bytes, first + 5 * region, 5)] ?? 0);
  return most;
}

/** Largest value of each Huffman table (ISO 11172-3, table B.7); about the middle of what its further bits can add. */
const LARGEST = [
  1, 1, 2, 2, 2, 3, 3, 5, 5, 5, 7, 7, 7, 15, 15, 15, 16, 17, 20, 24, 45, 120, 400, 3000, 20, 27, 40, 70, 120, 200, 800,
  3000,
];
/** Values are to the power of 4/3, and a step is a quarter of a doubling. */
const PEAKS = LARGEST.map((value) => Math.round((16 / 3) * Math.log2(value)));

function readBits(bytes: Buffer, at: number, count: number): number {
  let value = 0;
  for (let bit = at; bit < at + count; bit += 1) value = value * 2 + (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
  return value;
}
