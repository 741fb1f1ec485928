import { type FileHandle, open } from "node:fs/promises";

import type { IndexBox } from "#server/books/inspect/mp4-boxes.ts";
import { contentOf, readTracks } from "#server/books/inspect/mp4-tracks.ts";

/** Chunks have about a second of sound; a longer one is read no further. */
const CHUNK_MAX_BYTES = 4 * 1024 * 1024;
const AAC = "mp4a";
/** A hundred hours have 16 million. */
const FRAMES_MAX = 20_000_000;
/** The longest that AAC has, of 2,048 samples at 8 kHz. */
const FRAME_MAX_SECONDS = 0.256;

/** Where the samples of a track are, in order: ISO 14496-12, 8.7. */
type Tables = { sizes: Buffer; toChunk: Buffer; offsets: Buffer; isLong: boolean };

/**
 * Walks the AAC frames of an M4B in the order in which they are heard, reading chunk by chunk.
 * @returns seconds of one frame; 0 for a file without AAC, or whose tables tell of more sound than it has
 */
export async function walkM4b(path: string, onFrame: (bytes: Buffer, share: number) => void): Promise<number> {
  const tracks = await readTracks(path);
  const track = tracks.find(({ handler, codec }) => handler === "soun" && codec === AAC);
  if (!track || track.samples === 0 || track.seconds / track.samples > FRAME_MAX_SECONDS) return 0;
  const handle = await open(path, "r");
  try {
    const { size } = await handle.stat();
    if (track.bytes > size) return 0;
    await walkChunks(handle, await readTables(handle, track.boxes), onFrame);
    return track.seconds / track.samples;
  } finally {
    await handle.close();
  }
}

async function readTables(handle: FileHandle, boxes: readonly IndexBox[]): Promise<Tables> {
  const content = async (type: string) => {
    const box = boxes.find((one) => one.type === type);
    return box ? await contentOf(handle, box) : Buffer.alloc(0);
  };
  const long = await content("co64");
  const isLong = long.length > 0;
  return {
    sizes: await content("stsz"),
    toChunk: await content("stsc"),
    offsets: isLong ? long : await content("stco"),
    isLong,
  };
}

async function walkChunks(
  handle: FileHandle,
  { sizes, toChunk, offsets, isLong }: Tables,
  onFrame: (bytes: Buffer, share: number) => void,
): Promise<void> {
  const same = at(sizes, 4);
  const samples = Math.min(at(sizes, 8), same > 0 ? FRAMES_MAX : Math.max(0, (sizes.length - 12) / 4));
  const sizeOf = (sample: number) => (same > 0 ? same : at(sizes, 12 + 4 * sample));
  const chunks = Math.min(at(offsets, 4), Math.floor((offsets.length - 8) / (isLong ? 8 : 4)));
  let [sample, rule] = [0, 0];
  for (let chunk = 0; chunk < chunks && sample < samples; chunk += 1) {
    while (at(toChunk, 8 + 12 * (rule + 1)) === chunk + 1) rule += 1;
    const until = Math.min(samples, sample + at(toChunk, 12 + 12 * rule));
    let bytes = 0;
    for (let next = sample; next < until; next += 1) bytes += sizeOf(next);
    const offset = isLong ? Number(offsets.readBigUInt64BE(8 + 8 * chunk)) : at(offsets, 8 + 4 * chunk);
    const read = Buffer.alloc(Math.min(bytes, CHUNK_MAX_BYTES));
    const bytesRead = read.length > 0 ? (await handle.read(read, 0, read.length, offset)).bytesRead : 0;
    for (let from = 0; sample < until; sample += 1) {
      const size = sizeOf(sample);
      onFrame(read.subarray(Math.min(from, bytesRead), Math.min(from + size, bytesRead)), sample / samples);
      from += size;
    }
  }
}

function at(bytes: Buffer, place: number): number {
  return bytes.length >= place + 4 ? bytes.readUInt32BE(place) : 0;
}
