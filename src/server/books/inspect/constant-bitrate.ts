import { BIT_RATE_INDEX_MAX, frameSize, kilobitsAt, type Mp3Frame, walkMp3 } from "./mp3-frames.ts";
import { copyHeader, createMainDataReader, headerBytes, maxReservoirBytes } from "./mp3-main-data.ts";

/** The most seconds by which audio may start before or after its share of the bytes. */
const OFFSET_MAX_SECONDS = 0.4;
const PACE_STEP_FACTOR = 1.02;
const GROWTH_FACTOR_MAX = 2;

type Pace = { byteRate: number; bytes: number };
/** The audio starts `backBytes` before the frame, after `skippedBytes` that it can't reference. */
type FrameSlot = { index: number; size: number; backBytes: number; skippedBytes: number };
type FrameKind = Pick<Mp3Frame, "isMpeg1" | "sampleRate" | "samples">;

/**
 * Finds the lowest constant bit rate, at which every player seeks exactly.
 * @param start where the walk begins, in bytes
 * @param from the audio's first frame, in bytes
 * @param byteRate the average, in bytes per second
 */
export async function planConstantBitrate(
  path: string,
  start: number,
  from: number,
  byteRate: number,
): Promise<Pace | null> {
  const mainData = createMainDataReader();
  let candidates: { byteRate: number; placeFrame: ReturnType<typeof createFramePlacer>; bytes: number }[] = [];
  for (let rate = byteRate * 0.9; rate < byteRate * GROWTH_FACTOR_MAX; rate *= PACE_STEP_FACTOR)
    candidates.push({ byteRate: rate, placeFrame: createFramePlacer(rate), bytes: 0 });
  let format: FrameKind | null = null;
  await walkMp3(path, start, (frame, at, bytes) => {
    if (at < from) return;
    format ??= frame;
    if (format.isMpeg1 !== frame.isMpeg1 || format.sampleRate !== frame.sampleRate) candidates = [];
    const audioBytes = mainData(frame, bytes)?.length ?? 0;
    candidates = candidates.filter((pace) => {
      const slot = pace.placeFrame(frame, audioBytes);
      pace.bytes += slot?.size ?? 0;
      return slot !== null;
    });
  });
  const [slowest] = candidates;
  return slowest ? { byteRate: slowest.byteRate, bytes: slowest.bytes } : null;
}

/** The audio stays the same, bit for bit; only the padding after it changes. */
export function createConstantBitrateWriter(byteRate: number, send: (frame: Buffer) => void) {
  const mainData = createMainDataReader();
  const placeFrame = createFramePlacer(byteRate);
  const pendingFrames: { bytes: Buffer; used: number }[] = [];
  const fillFrames = (count: number, audio?: Buffer): void => {
    for (let copiedBytes = 0; copiedBytes < count;) {
      const [first] = pendingFrames;
      if (!first) throw new Error("The audio of a frame doesn't end in it");
      const length = Math.min(count - copiedBytes, first.bytes.length - first.used);
      audio?.copy(first.bytes, first.used, copiedBytes, copiedBytes + length);
      first.used += length;
      copiedBytes += length;
      if (first.used < first.bytes.length) continue;
      pendingFrames.shift();
      send(first.bytes);
    }
  };
  return {
    add: (frame: Mp3Frame, bytes: Buffer): void => {
      const audio = mainData(frame, bytes);
      const slot = placeFrame(frame, audio?.length ?? 0);
      if (!slot) throw new Error("A frame has no space for its audio");
      fillFrames(slot.skippedBytes);
      const frameBytes = Buffer.alloc(slot.size);
      copyHeader(frame, bytes, frameBytes, { ...slot, isSilent: !audio });
      pendingFrames.push({ bytes: frameBytes, used: headerBytes(frame) });
      if (audio) fillFrames(audio.length, audio);
    },
    end: (): void => {
      for (const { bytes } of pendingFrames.splice(0)) send(bytes);
    },
  };
}

/** Returns each frame's slot, in order; null once a frame is too large for the bit rate. */
function createFramePlacer(byteRate: number): (frame: Mp3Frame, audioBytes: number) => FrameSlot | null {
  let [sizes, seconds, bytes, freeBytes]: [number[], number, number, number] = [[], 0, 0, 0];
  return (frame, audioBytes) => {
    if (sizes.length === 0) sizes = frameSizes(frame);
    seconds += frame.seconds;
    const backBytes = Math.min(freeBytes, maxReservoirBytes(frame));
    const skippedBytes = freeBytes - backBytes;
    const neededBytes = headerBytes(frame) + audioBytes - backBytes;
    const wantedBytes = Math.max(neededBytes, byteRate * (seconds - OFFSET_MAX_SECONDS) - bytes);
    let index = 1;
    while (index < BIT_RATE_INDEX_MAX && (sizes[index] ?? 0) < wantedBytes) index += 1;
    const size = sizes[index] ?? 0;
    bytes += size;
    freeBytes = size - neededBytes;
    return freeBytes < 0 || bytes > byteRate * (seconds + OFFSET_MAX_SECONDS)
      ? null
      : { index, size, backBytes, skippedBytes };
  };
}

function frameSizes(kind: FrameKind): number[] {
  return Array.from({ length: BIT_RATE_INDEX_MAX + 1 }, (_, index) => frameSize(kind, kilobitsAt(index, kind.isMpeg1)));
}
