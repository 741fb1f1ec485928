import { createReadStream } from "node:fs";

/** Bit rates of MPEG 1 and of MPEG 2 and 2.5, Layer 3, in kbit/s by the header's number. */
const RATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const RATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLE_RATES = [44_100, 48_000, 32_000];

/**
 * Length in seconds of an MP3 that says it nowhere, counted frame by frame: the tag reader needs minutes for that.
 * Bytes between frames are passed over.
 */
export async function countMp3Seconds(path: string): Promise<number> {
  let seconds = 0;
  let rest = Buffer.alloc(0);
  let skip = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    const bytes = Buffer.concat([rest, chunk]);
    let at = skip;
    while (at + 4 <= bytes.length) {
      const frame = readFrame(bytes, at);
      if (frame) seconds += frame.seconds;
      at += frame?.bytes ?? 1;
    }
    rest = bytes.subarray(Math.min(at, bytes.length));
    skip = Math.max(0, at - bytes.length);
  }
  return seconds;
}

function readFrame(bytes: Buffer, at: number): { bytes: number; seconds: number } | null {
  const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
  const version = (second >> 3) & 3;
  // eleven bits of sync, no reserved version, Layer 3
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
