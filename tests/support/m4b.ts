import { box, text, u16, u32, u32s } from "./mp4-boxes.ts";

type Edit = readonly [length: number, start: number | null];

/** The metadata of a track. */
type Entry = {
  /** Its sample entry, such as 'drms' for a locked file. */
  codec?: string;
  /** Whether the header disables it, so that browsers ignore it. */
  isDisabled?: boolean;
  /** In its `esds` (ISO 14496-1); AAC by default, with its own type (ISO 14496-3). */
  objectType?: number;
  audioType?: number;
  /** The number of its samples; all by default. */
  samples?: number;
  /** Its edit list in seconds; a start of null is silence. */
  edits?: readonly Edit[];
};

/** Contents of a test audiobook. Times in seconds. */
type M4b = Entry & {
  brand?: string;
  /** Whether each track also names its data handler, as in QuickTime's files. */
  isQuickTime?: boolean;
  title?: string;
  author?: string;
  narrator?: string;
  cover?: Uint8Array;
  seconds?: number;
  chapters?: { title: string; start: number }[];
  /** How chapters are stored: a QuickTime text track, or Nero's `chpl`. */
  chapterStyle?: "track" | "chpl";
  indexAtEnd?: boolean;
  /** Another kind of audio sample. */
  also?: Pick<Entry, "codec" | "objectType" | "audioType">;
  second?: Entry;
  /** Sample entry of an additional video track, such as 'avc1'. */
  video?: string;
  /** A cover as a video track with one frame: its bytes, and the object type of its `mp4v` (0x6c JPEG, 0x6d PNG). */
  still?: { image: Uint8Array; objectType: number };
  /** The seconds in the headers, if they are wrong. */
  headerSeconds?: number;
  /** Bytes of zeros after the entries of each sample table, as in some programs' files. */
  tablePadding?: number;
  /** Bytes of padding in the media data, for a large file. */
  padding?: number;
  /** Frames are marked as loud except in these pauses, in seconds; they can't be decoded. */
  pauses?: readonly (readonly [start: number, end: number])[];
  /** The repeated frame, of six bytes; AAC's silence by default. */
  frame?: Buffer;
  /** Bytes of padding before each frame, to spread the audio over a large file. */
  gap?: number;
};

const RATE_HZ = 44_100;
const FRAME_SAMPLES = 1024;
/** An AAC-LC frame of silence, mono, as browsers decode it. */
const SILENCE = Buffer.from([0x00, 0xc8, 0x00, 0x80, 0x23, 0x80]);

export function m4b(options: M4b = {}): Buffer {
  const { seconds = 2, chapters = [], chapterStyle = "track", padding = 0, gap = 0 } = options;
  const frames = Math.ceil((seconds * RATE_HZ) / FRAME_SAMPLES);
  const titles =
    chapterStyle === "track"
      ? chapters.map(({ title }) => Buffer.concat([u16(Buffer.byteLength(title)), text(title)]))
      : [];
  const paddedFrame = Buffer.concat([Buffer.alloc(gap), options.frame ?? SILENCE]);
  const stillImage = Buffer.from(options.still?.image ?? []);
  const payload = Buffer.concat([
    Buffer.alloc(padding),
    ...titles,
    stillImage,
    ...Array.from({ length: frames }, (_, i) => (options.pauses ? frameAt(i, options.pauses) : paddedFrame)),
  ]);
  const ftyp = box("ftyp", text(options.brand ?? "M4B "), u32(0), text("M4B isommp42"));
  const mdat = box("mdat", payload);

  const index = (mediaStart: number) => {
    const titlesAt = mediaStart + padding;
    const stillAt = titlesAt + titles.reduce((sum, title) => sum + title.length, 0);
    const audioAt = stillAt + stillImage.length;
    const audio = {
      id: 1,
      isDisabled: options.isDisabled,
      handler: "soun",
      timeScale: RATE_HZ,
      durations: [[frames, FRAME_SAMPLES]] satisfies [number, number][],
      sizes: Array.from({ length: frames }, () => SILENCE.length),
      offsets: gap > 0 ? Array.from({ length: frames }, (_, i) => audioAt + gap + i * paddedFrame.length) : [audioAt],
      entry: Buffer.concat([audioEntry(options), ...(options.also ? [audioEntry(options.also)] : [])]),
      entries: options.also ? 2 : 1,
      headerSeconds: options.headerSeconds,
      isQuickTime: options.isQuickTime,
      edits: options.edits,
      rest: options.tablePadding,
      references: titles.length > 0 ? box("tref", box("chap", u32(2))) : Buffer.alloc(0),
    };
    const withSamples = (one: typeof audio, { samples = frames }: Entry) => {
      const durations = samples > 0 ? [[samples, FRAME_SAMPLES] satisfies [number, number]] : [];
      return { ...one, durations, sizes: one.sizes.slice(0, samples), offsets: samples > 0 ? one.offsets : [] };
    };
    const { second } = options;
    const other = {
      ...audio,
      id: 5,
      entry: Buffer.from(audioEntry(second ?? {})),
      entries: 1,
      isDisabled: second?.isDisabled,
      edits: second?.edits,
    };
    const ends = [...chapters.slice(1).map(({ start }) => start), seconds];
    const metadata = {
      id: 2,
      handler: "text",
      timeScale: 1000,
      durations: chapters.map(({ start }, i): [number, number] => [1, Math.round(((ends[i] ?? 0) - start) * 1000)]),
      sizes: titles.map((title) => title.length),
      offsets: [titlesAt],
      entry: box("text", Buffer.alloc(51)),
      rest: options.tablePadding,
      references: Buffer.alloc(0),
    };
    const video = {
      ...audio,
      id: 3,
      edits: undefined,
      handler: "vide",
      references: Buffer.alloc(0),
      entry: box(options.video ?? "", Buffer.alloc(78)),
    };
    const image = {
      id: 4,
      handler: "vide",
      timeScale: 1000,
      durations: [[1, 1000]] satisfies [number, number][],
      sizes: [stillImage.length],
      offsets: [stillAt],
      references: Buffer.alloc(0),
      entry: box("mp4v", Buffer.alloc(78), esds([options.still?.objectType ?? 0, ...Buffer.alloc(12)])),
    };
    return box(
      "moov",
      box(
        "mvhd",
        u32(0, 0, 0, 1000, (options.headerSeconds ?? seconds) * 1000, 0x10000),
        u16(0x100),
        Buffer.alloc(70),
        u32(4),
      ),
      track(withSamples(audio, options)),
      ...(second ? [track(withSamples(other, second))] : []),
      ...(titles.length > 0 ? [track(metadata)] : []),
      ...(options.video ? [track(video)] : []),
      ...(options.still ? [track(image)] : []),
      box("udta", ...(chapterStyle === "chpl" && chapters.length > 0 ? [chpl(chapters)] : []), tags(options)),
    );
  };
  const size = index(0).length;
  return options.indexAtEnd
    ? Buffer.concat([ftyp, mdat, index(ftyp.length + 8)])
    : Buffer.concat([ftyp, index(ftyp.length + size + 8), mdat]);
}

/** An AAC-LC frame, mono, of the size of `SILENCE`, in which only the loudness is valid. */
function frameAt(index: number, pauses: readonly (readonly [start: number, end: number])[]): Buffer {
  const second = (index * FRAME_SAMPLES) / RATE_HZ;
  const isQuiet = pauses.some(([start, end]) => second >= start && second < end);
  const [globalGain, codebook] = isQuiet ? [120, 1] : [165 + (index % 5), 10];
  const bits = [
    [0, 7],
    [globalGain, 8],
    [0, 4],
    [4, 6],
    [0, 1],
    [codebook, 4],
    [4, 5],
  ] as const;
  const text = bits.map(([value, count]) => value.toString(2).padStart(count, "0")).join("");
  const bytes = text.padEnd(SILENCE.length * 8, "0").match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

type Track = {
  id: number;
  handler: string;
  timeScale: number;
  durations: [number, number][];
  sizes: number[];
  /** The offsets of chunks, which have the same number of samples each. */
  offsets: number[];
  entry: Buffer;
  entries?: number;
  isDisabled?: boolean | undefined;
  references: Buffer;
  /** Seconds in the headers, if they differ from the true ones. */
  headerSeconds?: number | undefined;
  rest?: number | undefined;
  isQuickTime?: boolean | undefined;
  edits?: readonly Edit[] | undefined;
};

function track({
  id,
  handler,
  timeScale,
  durations,
  sizes,
  offsets,
  entry,
  entries = 1,
  isDisabled = false,
  references,
  headerSeconds,
  rest = 0,
  isQuickTime = false,
  edits = [],
}: Track): Buffer {
  const unusedBytes = Buffer.alloc(rest);
  const trueDuration = durations.reduce((sum, [count, length]) => sum + count * length, 0);
  const duration = headerSeconds === undefined ? trueDuration : headerSeconds * timeScale;
  return box(
    "trak",
    box("tkhd", u32(isDisabled ? 6 : 7, 0, 0, id, 0, duration), Buffer.alloc(60)),
    ...(edits.length > 0 ? [box("edts", editList(edits, timeScale))] : []),
    references,
    box(
      "mdia",
      box("mdhd", u32(0, 0, 0, timeScale, duration), u16(0x55c4, 0)),
      box("hdlr", u32(0, 0), text(handler), Buffer.alloc(13)),
      box(
        "minf",
        ...(isQuickTime ? [box("hdlr", u32(0), text("dhlrurl "), Buffer.alloc(13))] : []),
        box("dinf", box("dref", u32(0, 1), box("url ", u32(1)))),
        box(
          "stbl",
          box("stsd", u32(0, entries), entry),
          box("stts", u32(0, durations.length, ...durations.flat()), unusedBytes),
          box("stsc", u32(0, 1, 1, sizes.length / Math.max(1, offsets.length), 1), unusedBytes),
          box("stsz", u32(0, 0, sizes.length), u32s(sizes), unusedBytes),
          box("stco", u32(0, offsets.length), u32s(offsets), unusedBytes),
        ),
      ),
    ),
  );
}

function editList(edits: readonly Edit[], timeScale: number): Buffer {
  const values = edits.flatMap(([length, start]) => [
    length * 1000,
    start === null ? 0xff_ff_ff_ff : start * timeScale,
    0x10000,
  ]);
  return box("elst", u32(0, edits.length, ...values));
}

function audioEntry({ codec = "mp4a", objectType = 0x40, audioType = 2 }: Entry): Buffer {
  // 31 and the rest in six more bits, or five bits; then 44,100 Hz, mono
  const bits = audioType > 31 ? (31 << 11) | ((audioType - 32) << 5) : (audioType << 11) | (4 << 7) | (1 << 3);
  const config = esds([objectType, 0x15, 0, 0, 0, 0, 0, 0xfa, 0, 0, 0, 0xfa, 0, 5, 2, bits >> 8, bits & 0xff]);
  return box(codec, Buffer.alloc(6), u16(1), u32(0, 0), u16(1, 16, 0, 0), u32(RATE_HZ * 0x10000), config);
}

/** @param decoder object type, stream type, buffer and bit rates; then the decoder's own */
function esds(decoder: number[]): Buffer {
  const bytes = [3, decoder.length + 8, 0, 0, 0, 4, decoder.length, ...decoder, 6, 1, 2];
  return box("esds", u32(0), Buffer.from(bytes));
}

function chpl(chapters: { title: string; start: number }[]): Buffer {
  const entries = chapters.map(({ title, start }) => {
    const time = Buffer.alloc(8);
    time.writeBigUInt64BE(BigInt(Math.round(start * 10_000_000)));
    return Buffer.concat([time, Buffer.from([Buffer.byteLength(title)]), text(title)]);
  });
  return box("chpl", Buffer.from([1, 0, 0, 0, 0, 0, 0, 0, chapters.length]), ...entries);
}

function tags({ title, author, narrator, cover }: M4b): Buffer {
  const tag = (name: string, type: number, value?: Uint8Array | string) =>
    value === undefined ? Buffer.alloc(0) : box(name, box("data", u32(type, 0), Buffer.from(value)));
  const list = box(
    "ilst",
    tag("©nam", 1, title),
    tag("©ART", 1, author),
    tag("©wrt", 1, narrator),
    tag("covr", 14, cover),
  );
  return box("meta", u32(0), box("hdlr", u32(0, 0), text("mdirappl"), Buffer.alloc(9)), list);
}
