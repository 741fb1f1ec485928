import { kilobitsAt, LAST_BIT_RATE, type Mp3Frame, sizeOf, walkMp3 } from "./mp3-frames.ts";
import { backMax, copyHead, createMainData, headBytes } from "./mp3-main-data.ts";

/** So many seconds a part of the sound may begin before or after its share of the bytes. */
const OFF_MAX_SECONDS = 0.4;
/** A pace is at most so much faster than needed. */
const STEP = 1.02;
const GROWTH_MAX = 2;

/** The bytes that each second of a sound has, about, and all of its frames together. */
type Pace = { byteRate: number; bytes: number };
/** `index` of the frame's bit rate; its sound begins `back` bytes before it, after `skipped` ones that it can't reach. */
type FrameSlot = { index: number; size: number; back: number; skipped: number };
type Kind = Pick<Mp3Frame, "isMpeg1" | "sampleRate" | "samples">;

/**
 * Finds the slowest even pace for the frames from `from` on, so that a place's share of the seconds is its share of the
 * bytes: all that some players go by. Null where the file would become twice as large, or its sample rate changes.
 * @param start of the sound, where the walk begins @param byteRate that it has on average now
 */
export async function planConstantBitrate(
  path: string,
  start: number,
  from: number,
  byteRate: number,
): Promise<Pace | null> {
  const mainData = createMainData();
  let paces: { byteRate: number; place: ReturnType<typeof createPlaces>; bytes: number }[] = [];
  for (let rate = byteRate * 0.9; rate < byteRate * GROWTH_MAX; rate *= STEP)
    paces.push({ byteRate: rate, place: createPlaces(rate), bytes: 0 });
  let kind: Kind | null = null;
  await walkMp3(path, start, (frame, at, bytes) => {
    if (at < from) return;
    kind ??= frame;
    if (kind.isMpeg1 !== frame.isMpeg1 || kind.sampleRate !== frame.sampleRate) paces = [];
    const length = mainData(frame, bytes)?.length ?? 0;
    paces = paces.filter((pace) => {
      const place = pace.place(frame, length);
      pace.bytes += place?.size ?? 0;
      return place !== null;
    });
  });
  const [slowest] = paces;
  return slowest ? { byteRate: slowest.byteRate, bytes: slowest.bytes } : null;
}

/**
 * Writes frames at the planned pace. Their sound stays as it is, bit for bit, but has other room behind it.
 * @param send gets the frames in order
 */
export function createConstantBitrateWriter(byteRate: number, send: (frame: Buffer) => void) {
  const mainData = createMainData();
  const placeOf = createPlaces(byteRate);
  /** Frames that have room for the sound of later ones. */
  const waiting: { bytes: Buffer; used: number }[] = [];
  const fill = (count: number, sound?: Buffer): void => {
    for (let done = 0; done < count;) {
      const [first] = waiting;
      if (!first) throw new Error("The sound of a frame doesn't end in it");
      const part = Math.min(count - done, first.bytes.length - first.used);
      sound?.copy(first.bytes, first.used, done, done + part);
      first.used += part;
      done += part;
      if (first.used < first.bytes.length) continue;
      waiting.shift();
      send(first.bytes);
    }
  };
  return {
    add: (frame: Mp3Frame, bytes: Buffer): void => {
      const sound = mainData(frame, bytes);
      const place = placeOf(frame, sound?.length ?? 0);
      if (!place) throw new Error("A frame has no room for its sound");
      fill(place.skipped);
      const written = Buffer.alloc(place.size);
      copyHead(frame, bytes, written, { ...place, isSilent: !sound });
      waiting.push({ bytes: written, used: headBytes(frame) });
      if (sound) fill(sound.length, sound);
    },
    end: (): void => {
      for (const { bytes } of waiting.splice(0)) send(bytes);
    },
  };
}

/** Says where each frame goes, in order; null once one is too large for the pace. */
function createPlaces(byteRate: number): (frame: Mp3Frame, soundBytes: number) => FrameSlot | null {
  let [sizes, seconds, bytes, free]: [number[], number, number, number] = [[], 0, 0, 0];
  return (frame, soundBytes) => {
    if (sizes.length === 0) sizes = sizesOf(frame);
    seconds += frame.seconds;
    const back = Math.min(free, backMax(frame));
    const skipped = free - back;
    const needed = headBytes(frame) + soundBytes - back;
    const wanted = Math.max(needed, byteRate * (seconds - OFF_MAX_SECONDS) - bytes);
    let index = 1;
    while (index < LAST_BIT_RATE && (sizes[index] ?? 0) < wanted) index += 1;
    const size = sizes[index] ?? 0;
    bytes += size;
    free = size - needed;
    return free < 0 || bytes > byteRate * (seconds + OFF_MAX_SECONDS) ? null : { index, size, back, skipped };
  };
}

/** Of frames of this kind, by the index of their bit rate. */
function sizesOf(kind: Kind): number[] {
  return Array.from({ length: LAST_BIT_RATE + 1 }, (_, index) => sizeOf(kind, kilobitsAt(index, kind.isMpeg1)));
}
