import { walkMp3 } from "#server/books/inspect/mp3-frames.ts";
import { granuleOffsets, PART2_3_LENGTH_BITS, readBits } from "#server/books/inspect/mp3-main-data.ts";
import { readXing } from "#server/books/inspect/xing-frame.ts";

const GRANULE_INFO_BITS = 63;

/**
 * Estimates each granule's loudness without decoding, by the side info's step size and Huffman tables (ISO 11172-3
 * 2.4.1.7).
 * @param start of the audio, in bytes
 * @param addGain gets null for a granule that can't be read
 * @returns seconds per granule; 0 if there is none
 */
export async function readMp3Gains(
  path: string,
  start: number,
  addGain: (gain: number | null) => void,
  onByte: (at: number) => void,
): Promise<number> {
  let seconds = 0;
  await walkMp3(path, start, (frame, at, bytes) => {
    if (seconds === 0 && readXing(frame, at, bytes)) return;
    const granuleCount = frame.isMpeg1 ? 2 : 1;
    seconds ||= frame.seconds / granuleCount;
    onByte(at);
    const parts = granuleOffsets(frame, bytes);
    const channelCount = parts.length / granuleCount;
    for (let first = 0; first < parts.length; first += channelCount)
      addGain(granuleGain(bytes, parts.slice(first, first + channelCount), frame.isMpeg1));
  });
  return seconds;
}

function granuleGain(bytes: Buffer, parts: readonly number[], isMpeg1: boolean): number | null {
  let maxGain = 0;
  for (const at of parts) {
    if (at + GRANULE_INFO_BITS > bytes.length * 8) return null;
    if (readBits(bytes, at, PART2_3_LENGTH_BITS) === 0) continue;
    const peak = readBits(bytes, at + 12, 9) === 0 ? 0 : peakSteps(bytes, at + 29 + (isMpeg1 ? 4 : 9));
    maxGain = Math.max(maxGain, readBits(bytes, at + 21, 8) + peak);
  }
  return maxGain;
}

function peakSteps(bytes: Buffer, at: number): number {
  const isSwitched = readBits(bytes, at, 1) === 1;
  const tableCount = isSwitched ? 2 : 3;
  const firstTable = at + (isSwitched ? 4 : 1);
  let maxSteps = 0;
  for (let region = 0; region < tableCount; region += 1)
    maxSteps = Math.max(maxSteps, TABLE_PEAK_STEPS[readBits(bytes, firstTable + 5 * region, 5)] ?? 0);
  return maxSteps;
}

/** Plus about half of what its extra bits can add (ISO 11172-3, table B.7). */
const TABLE_MAX_VALUES = [
  1, 1, 2, 2, 2, 3, 3, 5, 5, 5, 7, 7, 7, 15, 15, 15, 16, 17, 20, 24, 45, 120, 400, 3000, 20, 27, 40, 70, 120, 200, 800,
  3000,
];
/** Values are raised to 4/3, and a step is a quarter of a doubling. */
const TABLE_PEAK_STEPS = TABLE_MAX_VALUES.map((value) => Math.round((16 / 3) * Math.log2(value)));
