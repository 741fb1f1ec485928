import { type FileHandle, open } from "node:fs/promises";

import { readBits } from "#server/books/inspect/mp3-main-data.ts";
import type { IndexBox } from "#server/books/inspect/mp4-boxes.ts";
import { readContent, readTracks, uint32At } from "#server/books/inspect/mp4-tracks.ts";

/** ISO 14496-3, table 4.85. */
const [SINGLE_CHANNEL_ELEMENT, CHANNEL_PAIR_ELEMENT, FILL_ELEMENT] = [0, 1, 6];
const EIGHT_SHORT_WINDOWS = 2;
const SHORT_WINDOW_COUNT = 8;
const VOICE_BAND_COUNT = 24;
/** By spectral codebook (table 4.151). Those above 11 are noise and intensity. */
const CODEBOOK_MAX_VALUES = [0, 1, 1, 2, 2, 4, 4, 7, 7, 12, 12, 30];

/**
 * Estimates a frame's loudness without decoding, by the first band's step size and the codebooks of low bands. Null if
 * it can't be read.
 */
export function frameGain(bytes: Buffer): number | null {
  const bits = createBitReader(bytes);
  let elementType = bits.read(3);
  while (elementType === FILL_ELEMENT && bits.hasBits()) {
    const count = bits.read(4);
    bits.skip(8 * (count === 15 ? 14 + bits.read(8) : count));
    elementType = bits.read(3);
  }
  if (elementType !== SINGLE_CHANNEL_ELEMENT && elementType !== CHANNEL_PAIR_ELEMENT) return null;
  bits.skip(4);
  const hasCommonWindow = elementType === CHANNEL_PAIR_ELEMENT && bits.read(1) === 1;
  const commonWindow = hasCommonWindow ? readWindow(bits) : null;
  if (commonWindow && bits.read(2) === 1) bits.skip(commonWindow.bandCount * commonWindow.groupCount);
  const gain = bits.read(8);
  const window = commonWindow ?? readWindow(bits);
  const peak = peakValue(bits, window);
  return bits.hasBits() ? (peak === 0 ? 0 : Math.round(gain + (16 / 3) * Math.log2(peak))) : null;
}

type BitReader = ReturnType<typeof createBitReader>;
type Window = { bandCount: number; groupCount: number; isShort: boolean };

function readWindow(bits: BitReader): Window {
  bits.skip(1);
  const isShort = bits.read(2) === EIGHT_SHORT_WINDOWS;
  bits.skip(1);
  const bandCount = bits.read(isShort ? 4 : 6);
  let groups = 1;
  // a set bit joins a window to the previous one
  if (isShort) for (let window = 1; window < SHORT_WINDOW_COUNT; window += 1) groups += 1 - bits.read(1);
  else bits.skip(1);
  return { bandCount, groupCount: groups, isShort };
}

function peakValue(bits: BitReader, { bandCount, isShort }: Window): number {
  const width = isShort ? 3 : 5;
  const escapeValue = (1 << width) - 1;
  let peak = 0;
  for (let band = 0; band < bandCount && bits.hasBits();) {
    const codebook = bits.read(4);
    let sectionLength = 0;
    let step = bits.read(width);
    while (step === escapeValue && bits.hasBits()) {
      sectionLength += step;
      step = bits.read(width);
    }
    if (band < VOICE_BAND_COUNT) peak = Math.max(peak, CODEBOOK_MAX_VALUES[codebook] ?? 0);
    band += Math.max(1, sectionLength + step);
  }
  return peak;
}

function createBitReader(bytes: Buffer) {
  let at = 0;
  return {
    read: (count: number): number => {
      at += count;
      return readBits(bytes, at - count, count);
    },
    skip: (count: number): void => void (at += count),
    hasBits: () => at <= bytes.length * 8,
  };
}

/** A chunk has about a second of audio. The rest of a larger one is skipped. */
const CHUNK_MAX_BYTES = 4 * 1024 * 1024;
const AAC = "mp4a";
/** A hundred hours have 16 million samples. */
const SAMPLES_MAX = 20_000_000;
/** AAC's longest: 2,048 samples at 8 kHz. */
const FRAME_MAX_SECONDS = 0.256;

type SampleTables = Awaited<ReturnType<typeof readTables>>;

/** Calls `onFrame` with an M4B's AAC frames. Returns seconds per frame; 0 if it has none or its tables are wrong. */
export async function walkM4b(path: string, onFrame: (bytes: Buffer, progress: number) => void): Promise<number> {
  const tracks = await readTracks(path);
  const track = tracks.find(({ handler, codec }) => handler === "soun" && codec === AAC);
  if (!track || track.samples === 0 || track.seconds / track.samples > FRAME_MAX_SECONDS) return 0;
  await using handle = await open(path, "r");
  const { size } = await handle.stat();
  if (track.bytes > size) return 0;
  await walkChunks(handle, await readTables(handle, track.boxes), onFrame);
  return track.seconds / track.samples;
}

async function readTables(handle: FileHandle, boxes: readonly IndexBox[]) {
  const content = (type: string) => readContent(handle, boxes, type);
  const largeOffsets = await content("co64");
  const is64Bit = largeOffsets.length > 0;
  return {
    sizes: await content("stsz"),
    toChunk: await content("stsc"),
    offsets: is64Bit ? largeOffsets : await content("stco"),
    is64Bit,
  };
}

async function walkChunks(
  handle: FileHandle,
  { sizes, toChunk, offsets, is64Bit }: SampleTables,
  onFrame: (bytes: Buffer, fraction: number) => void,
): Promise<void> {
  const sharedSize = uint32At(sizes, 4);
  const sampleCount = Math.min(uint32At(sizes, 8), sharedSize > 0 ? SAMPLES_MAX : Math.max(0, (sizes.length - 12) / 4));
  const sizeOf = (sample: number) => (sharedSize > 0 ? sharedSize : uint32At(sizes, 12 + 4 * sample));
  const chunkCount = Math.min(uint32At(offsets, 4), Math.floor((offsets.length - 8) / (is64Bit ? 8 : 4)));
  let [sample, ruleIndex] = [0, 0];
  for (let chunk = 0; chunk < chunkCount && sample < sampleCount; chunk += 1) {
    while (uint32At(toChunk, 8 + 12 * (ruleIndex + 1)) === chunk + 1) ruleIndex += 1;
    const endSample = Math.min(sampleCount, sample + uint32At(toChunk, 12 + 12 * ruleIndex));
    let bytes = 0;
    for (let next = sample; next < endSample; next += 1) bytes += sizeOf(next);
    const offset = is64Bit ? Number(offsets.readBigUInt64BE(8 + 8 * chunk)) : uint32At(offsets, 8 + 4 * chunk);
    const buffer = Buffer.alloc(Math.min(bytes, CHUNK_MAX_BYTES));
    const bytesRead = buffer.length > 0 ? (await handle.read(buffer, 0, buffer.length, offset)).bytesRead : 0;
    for (let from = 0; sample < endSample; sample += 1) {
      const size = sizeOf(sample);
      onFrame(buffer.subarray(Math.min(from, bytesRead), Math.min(from + size, bytesRead)), sample / sampleCount);
      from += size;
    }
  }
}
