import { walkMp3 } from "#server/books/inspect/mp3-frames.ts";
import { LENGTH_BITS, partsOf, readBits } from "#server/books/inspect/mp3-main-data.ts";
import { readXing } from "#server/books/inspect/xing-frame.ts";

import { createGainCollector, type Gains } from "./find-pauses.ts";

/** What is told of a granule in a channel, at most. */
const GRANULE_INFO_BITS = 63;
/** A decoder's filters are late by about one granule, which is 576 samples (529 and what they are long). */
const DECODER_DELAY_GRANULES = 1;

/**
 * Reads the loudest frequency of each granule from the side info (ISO 11172-3 2.4.1.7, 13818-3), without decoding: the
 * size of a step, and how many of them the table of codes chosen for it can say.
 */
export async function readMp3Gains(path: string, start: number, onByte: (at: number) => void): Promise<Gains> {
  const gains = createGainCollector();
  let seconds = 0;
  await walkMp3(path, start, (frame, at, bytes) => {
    if (seconds === 0 && readXing(frame, at, bytes)) return;
    const granules = frame.isMpeg1 ? 2 : 1;
    seconds ||= frame.seconds / granules;
    onByte(at);
    const parts = partsOf(frame, bytes);
    const channels = parts.length / granules;
    for (let first = 0; first < parts.length; first += channels)
      gains.add(granuleGain(bytes, parts.slice(first, first + channels), frame.isMpeg1));
  });
  return { seconds, gains: gains.all().subarray(DECODER_DELAY_GRANULES) };
}

/** The louder channel's; 0 for a granule without any bits, null where the frame was cut. */
function granuleGain(bytes: Buffer, parts: readonly number[], isMpeg1: boolean): number | null {
  let loudest = 0;
  for (const at of parts) {
    if (at + GRANULE_INFO_BITS > bytes.length * 8) return null;
    if (readBits(bytes, at, LENGTH_BITS) === 0) continue;
    const peak = readBits(bytes, at + 12, 9) === 0 ? 0 : peakSteps(bytes, at + 29 + (isMpeg1 ? 4 : 9));
    loudest = Math.max(loudest, readBits(bytes, at + 21, 8) + peak);
  }
  return loudest;
}

/** Steps that the largest quantized value adds, as far as the Huffman tables chosen for it say. */
function peakSteps(bytes: Buffer, at: number): number {
  const isSwitched = readBits(bytes, at, 1) === 1;
  const tables = isSwitched ? 2 : 3;
  const first = at + (isSwitched ? 4 : 1);
  let most = 0;
  for (let region = 0; region < tables; region += 1)
    most = Math.max(most, TABLE_PEAK_STEPS[readBits(bytes, first + 5 * region, 5)] ?? 0);
  return most;
}

/** Largest value of each Huffman table (ISO 11172-3, table B.7); about the middle of what its further bits can add. */
const TABLE_MAX_VALUES = [
  1, 1, 2, 2, 2, 3, 3, 5, 5, 5, 7, 7, 7, 15, 15, 15, 16, 17, 20, 24, 45, 120, 400, 3000, 20, 27, 40, 70, 120, 200, 800,
  3000,
];
/** Values are to the power of 4/3, and a step is a quarter of a doubling. */
const TABLE_PEAK_STEPS = TABLE_MAX_VALUES.map((value) => Math.round((16 / 3) * Math.log2(value)));
