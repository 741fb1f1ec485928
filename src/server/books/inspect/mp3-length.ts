import { createReadStream } from "node:fs";

const RATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const RATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLE_RATES = [44_100, 48_000, 32_000];

/** Counts frames, because headers may be wrong. @param start of the sound: pictures in the tag can look like frames */
export async function countMp3Seconds(path: string, start: number): Promise<number> {
  let seconds = 0;
  let rest = Buffer.alloc(0);
  let skip = 0;
  for await (const chunk of createReadStream(path, { start, highWaterMark: 1024 * 1024 })) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let at = skip;
    while (at + 4 <= bytes.length) {
      const frame = readFrame(bytes, at);
      if (frame) seconds += frame.seconds;
      if (frame) at += frame.bytes;
      else at = nextSync(bytes, at + 1);
    }
    rest = bytes.subarray(Math.min(at, bytes.length));
    skip = Math.max(0, at - bytes.length);
  }
  return seconds;
}

/** The next byte a frame could start with, or the last three, which can't be judged yet. */
function nextSync(bytes: Buffer, from: number): number {
  const found = bytes.indexOf(0xff, from);
  return found < 0 ? Math.max(from, bytes.length) : found;
}

function readFrame(bytes: Buffer, at: number): { bytes: number; seconds: number } | null {
  const first = bytes[at] ?? 0;
  const second = bytes[at + 1] ?? 0;
  const third = bytes[at + 2] ?? 0;
  const version = (second >> 3) & 3;
  // eleven sync bits, no reserved version, Layer 3
  if (first !== 0xff || (second & 0xe0) !== 0xe0 || version === 1 || ((second >> 1) & 3) !== 1) return null;
  const isMpeg1 = version === 3;
  const kilobits = (isMpeg1 ? RATES_1 : RATES_2)[third >> 4];
  const base = SAMPLE_RATES[(third >> 2) & 3];
  if (!kilobits || !base) return null;
  const sampleRate = isMpeg1 ? base : version === 2 ? base / 2 : base / 4;
  const samples = isMpeg1 ? 1152 : 576;
  const padding = (third >> 1) & 1;
  return { bytes: Math.floor((samples * kilobits * 125) / sampleRate) + padding, seconds: samples / sampleRate };
}
