import { putBits } from "./create-mp3.ts";

/** Contents of a test MP3. Times in seconds. */
type Mp3 = {
  tagged?: boolean;
  title?: string;
  author?: string;
  album?: string;
  albumArtist?: string;
  narrator?: string;
  cover?: Uint8Array;
  seconds?: number;
  chapters?: { title?: string; start: number; end: number }[];
};

/** MPEG 1 Layer 3, 32 kbit/s, 44.1 kHz, mono; a frame has 1152 samples. */
const FRAME = Buffer.concat([Buffer.from([0xff, 0xfb, 0x10, 0xc4]), Buffer.alloc(100)]);

/** Writes a small silent MP3 with an ID3v2.4 tag. */
export function mp3({ tagged = true, seconds = 2, ...tags }: Mp3 = {}): Buffer {
  const frames = Array.from({ length: Math.ceil((seconds * 44_100) / 1152) }, () => FRAME);
  return Buffer.concat(tagged ? [id3(tags), ...frames] : frames);
}

const GRANULE_SECONDS = 576 / 44_100;

/** Writes an MP3 whose side info is loud except in these pauses, in seconds. It can't be decoded. */
export function spokenMp3(seconds: number, pauses: readonly (readonly [start: number, end: number])[]): Buffer {
  const granules = Math.ceil(seconds / GRANULE_SECONDS);
  const quietness = new Uint8Array(granules + 2);
  for (const [start, end] of pauses)
    quietness.fill(1, Math.round(start / GRANULE_SECONDS), Math.round(end / GRANULE_SECONDS));
  // a decoder lags by one granule
  const cache = new Map<string, Buffer>();
  const frames = Array.from({ length: Math.ceil(granules / 2) }, (_, index) => {
    const quietGranules = [quietness[2 * index - 1] ?? 0, quietness[2 * index] ?? 0];
    const unevenness = index % 5;
    return cache.getOrInsertComputed(`${quietGranules} ${unevenness}`, () => spokenFrame(quietGranules, unevenness));
  });
  return Buffer.concat(frames);
}

function spokenFrame(quietGranules: readonly number[], unevenness: number): Buffer {
  const frame = Buffer.from(FRAME);
  for (const [granule, quiet] of quietGranules.entries()) {
    // after the header, nine bits and those of the side info that two granules share
    const firstBit = 32 + 9 + 5 + 4 + 59 * granule;
    putBits(frame, firstBit, 12, 100);
    putBits(frame, firstBit + 12, 9, 20);
    putBits(frame, firstBit + 21, 8, (quiet ? 120 : 170) + unevenness);
    putBits(frame, firstBit + 34, 5, quiet ? 1 : 13);
  }
  return frame;
}

function id3({ title, author, album, albumArtist, narrator, cover, chapters = [] }: Mp3): Buffer {
  const line = (id: string, value?: string) => (value === undefined ? [] : [frame(id, Buffer.from(`\x03${value}`))]);
  const image = cover ? [frame("APIC", Buffer.from("\x03image/png\0\x03\0"), cover)] : [];
  const chapterFrames = chapters.map(({ title, start, end }, index) => {
    const times = Buffer.alloc(16, 0xff);
    times.writeUInt32BE(start * 1000, 0);
    times.writeUInt32BE(end * 1000, 4);
    return frame("CHAP", Buffer.from(`ch${index}\0`), times, ...line("TIT2", title));
  });
  const body = Buffer.concat([
    ...line("TIT2", title),
    ...line("TPE1", author),
    ...line("TALB", album),
    ...line("TPE2", albumArtist),
    ...line("TCOM", narrator),
    ...image,
    ...chapterFrames,
  ]);
  return Buffer.concat([Buffer.from("ID3\x04\0\0", "latin1"), syncSafe(body.length), body]);
}

function frame(id: string, ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from(id), syncSafe(body.length), Buffer.alloc(2), body]);
}

/** 28 bits in four bytes, so that a tag never looks like a frame. */
function syncSafe(size: number): Buffer {
  return Buffer.from([size >> 21, size >> 14, size >> 7, size].map((part) => part & 0x7f));
}
