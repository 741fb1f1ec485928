import { type FileHandle, open } from "node:fs/promises";

import { readAt } from "#server/adapters/file-io.ts";

import { type IndexBox, readMp4Index } from "./mp4-boxes.ts";
import { measureEdits } from "./mp4-edit-list.ts";

/** `objectType` and `audioType` are null without an `esds` (ISO 14496-1, 14496-3). */
export type SampleEntry = { codec: string; objectType: number | null; audioType: number | null };

export type Mp4Track = Awaited<ReturnType<typeof readTrack>>;

/** Even the tables of an audiobook of 100 hours are smaller. */
const TABLE_MAX_BYTES = 64 * 1024 * 1024;
/** The shortest sample of Opus lasts 2.5 milliseconds. */
const SAMPLE_MIN_SECONDS = 0.001;
/** The longest frame of FLAC at 44.1 kHz lasts 1.5 seconds. */
const SAMPLE_MAX_SECONDS = 2;
const AUDIO_TYPE_ESCAPE = 31;

/** Reads the sample tables, because headers may be wrong or overflowed. Empty if the index is malformed. */
export async function readTracks(path: string): Promise<Mp4Track[]> {
  await using handle = await open(path, "r");
  const index = await readMp4Index(handle);
  const isFragmented = index.some(({ type }) => type === "mvex");
  const movieTimeScale = readTimeScale(await readContent(handle, index, "mvhd"));
  const tracks: Mp4Track[] = [];
  for (const [number, boxes] of Map.groupBy(index, ({ trackNumber }) => trackNumber))
    if (number >= 0) tracks.push(await readTrack(handle, boxes, { isFragmented, movieTimeScale }));
  return tracks;
}

/** Its own sample entry is the first of `entries`. */
async function readTrack(
  handle: FileHandle,
  boxes: readonly IndexBox[],
  { isFragmented, movieTimeScale }: { isFragmented: boolean; movieTimeScale: number },
) {
  const content = (type: string) => readContent(handle, boxes, type);
  const [mdhd, stsd, sizes] = [await content("mdhd"), await content("stsd"), await content("stsz")];
  const samples = uint32At(sizes, 8);
  const bytes = uint32At(sizes, 4) || uint32At(sizes, 12);
  const at = readFirstOffset(await content("co64"), await content("stco"));
  const entries = readSampleEntries(stsd);
  const timeScale = readTimeScale(mdhd);
  const { duration, skippedSamples, gap } = sumDurations(await content("stts"), samples, timeScale);
  const { totalBytes, emptySamples } = sumSizes(sizes, samples);
  const [seconds, gapSeconds] = timeScale > 0 ? [duration / timeScale, gap / timeScale] : [0, 0];
  const first = samples > 0 && bytes > 0 && at > 0 ? { at, bytes } : null;
  return {
    handler: (await content("hdlr")).toString("latin1", 8, 12),
    // browsers treat a track without the box as enabled
    isEnabled: ((await content("tkhd"))[3] ?? 1) % 2 === 1,
    codec: stsd.toString("latin1", 12, 16),
    objectType: entries[0]?.objectType ?? null,
    audioType: entries[0]?.audioType ?? null,
    entries,
    samples,
    bytes: totalBytes,
    seconds,
    /** How many samples have no bytes, or last no time, as where files of two sample rates were joined. */
    skippedSamples: skippedSamples + emptySamples,
    /** Of samples that last impossibly long, as one does between such files. */
    gapSeconds,
    isFragmented,
    /** False if its tables don't list its samples: they follow in fragments, or have another table of sizes. */
    isIndexed: !isFragmented && !boxes.some(({ type }) => type === "stz2"),
    first,
    /** The layer of MPEG audio (ISO 11172-3) that its first sample is in, if it isn't MP3. */
    otherLayer: first && readOtherLayer(await readAt(handle, first.at, 2)),
    /** How much of the track an edit list delays, moves or skips. */
    editedSeconds: measureEdits(await content("edts"), movieTimeScale, timeScale, seconds),
    boxes,
  };
}

export async function readContent(handle: FileHandle, boxes: readonly IndexBox[], type: string): Promise<Buffer> {
  const box = boxes.find((one) => one.type === type);
  if (!box) return Buffer.alloc(0);
  return readAt(handle, box.offset + box.header, Math.min(box.size - box.header, TABLE_MAX_BYTES));
}

/** In `mvhd` and `mdhd`, after dates of 32 or 64 bits. */
function readTimeScale(header: Buffer): number {
  return uint32At(header, header[0] === 1 ? 20 : 12);
}

function readOtherLayer([first = 0, second = 0]: Buffer): 1 | 2 | null {
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return null;
  const layerBits = (second >> 1) & 3;
  return layerBits === 3 ? 1 : layerBits === 2 ? 2 : null;
}

function readFirstOffset(co64: Buffer, stco: Buffer): number {
  if (uint32At(co64, 4) > 0 && co64.length >= 16) return Number(co64.readBigUInt64BE(8));
  return uint32At(stco, 4) > 0 ? uint32At(stco, 8) : 0;
}

/** A table may be padded, so only as many entries count as there are samples. */
function sumDurations(table: Buffer, samples: number, timeScale: number) {
  let remaining = samples;
  let [duration, skippedSamples, gap] = [0, 0, 0];
  const entryCount = Math.min(uint32At(table, 4), Math.floor((table.length - 8) / 8));
  for (let entry = 0; entry < entryCount && remaining > 0; entry += 1) {
    const count = Math.min(remaining, table.readUInt32BE(8 + entry * 8));
    const sampleDuration = table.readUInt32BE(12 + entry * 8);
    duration += count * sampleDuration;
    if (sampleDuration < timeScale * SAMPLE_MIN_SECONDS) skippedSamples += count;
    if (sampleDuration > timeScale * SAMPLE_MAX_SECONDS) gap += count * sampleDuration;
    remaining -= count;
  }
  return { duration, skippedSamples, gap };
}

function readSampleEntries(stsd: Buffer): SampleEntry[] {
  const entries: SampleEntry[] = [];
  const count = uint32At(stsd, 4);
  for (let at = 8; entries.length < count && at + 8 <= stsd.length;) {
    const bytes = Math.max(8, uint32At(stsd, at));
    const entry = stsd.subarray(at, at + bytes);
    entries.push({ codec: entry.toString("latin1", 4, 8), ...parseEsds(entry) });
    at += bytes;
  }
  return entries;
}

function sumSizes(sizes: Buffer, samples: number) {
  const sampleSize = uint32At(sizes, 4);
  if (sampleSize > 0) return { totalBytes: sampleSize * samples, emptySamples: 0 };
  let [totalBytes, emptySamples] = [0, 0];
  for (let at = 12; at + 4 <= sizes.length && at < 12 + samples * 4; at += 4) {
    const bytes = sizes.readUInt32BE(at);
    totalBytes += bytes;
    if (bytes === 0) emptySamples += 1;
  }
  return { totalBytes, emptySamples };
}

function parseEsds(entry: Buffer): Omit<SampleEntry, "codec"> {
  const unknown = { objectType: null, audioType: null };
  const box = entry.indexOf("esds", 8, "latin1");
  if (box < 0) return unknown;
  const stream = findDescriptor(entry, box + 8, 3);
  if (stream === null) return unknown;
  const flags = entry[stream + 2] ?? 0;
  const url = flags & 0x40 ? 1 + (entry[stream + 3] ?? 0) : 0;
  const decoder = findDescriptor(entry, stream + 3 + (flags & 0x80 ? 2 : 0) + url + (flags & 0x20 ? 2 : 0), 4);
  if (decoder === null) return unknown;
  const audioConfig = findDescriptor(entry, decoder + 13, 5);
  return {
    objectType: entry[decoder] ?? null,
    audioType: audioConfig === null ? null : readAudioType(entry, audioConfig),
  };
}

/** Five bits, or six more after the escape value (ISO 14496-3, 1.6.2.1). */
function readAudioType(bytes: Buffer, at: number): number {
  const bits = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
  const type = bits >> 11;
  return type === AUDIO_TYPE_ESCAPE ? 32 + ((bits >> 5) & 0x3f) : type;
}

function findDescriptor(bytes: Buffer, at: number, tag: number): number | null {
  if (bytes[at] !== tag) return null;
  let next = at + 1;
  while (next < at + 4 && (bytes[next] ?? 0) & 0x80) next += 1;
  return next + 1;
}

export function uint32At(bytes: Buffer, at: number): number {
  return bytes.length >= at + 4 ? bytes.readUInt32BE(at) : 0;
}
