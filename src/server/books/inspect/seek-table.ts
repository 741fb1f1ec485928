import { planConstantBitrate } from "./constant-bitrate.ts";
import { type Mp3Frame, walkMp3 } from "./mp3-frames.ts";
import { createXing, type ExistingXing, type FrameIndex, readXing } from "./xing-frame.ts";

/**
 * What a file gets in front of its sound: `frame` replaces the `skip` bytes after the first `keep` ones. With an
 * `evenPace`, the sound's frames are written again: the walk that finds them begins at `start`.
 */
type SeekTable = { keep: number; skip: number; frame: Buffer; evenPace?: ConstantBitrate };
/** `byteRate` of the pace, and how many bytes the file gains. */
type ConstantBitrate = { start: number; byteRate: number; growth: number };

/** `drift`: seconds by which a player that takes one bit rate for the whole file is at most wrong. */
type Mp3Audio = { seconds: number; driftSeconds: number; seekTable: SeekTable | null };
type WalkedFile = {
  frameIndex: FrameIndex;
  seconds: number;
  oldXing: ExistingXing | null;
  first: { frame: Mp3Frame; header: Buffer };
};

/** Marks kept while walking; with more, every second one goes. */
const MARK_COUNT_MAX = 8192;
/** Seconds by which the pace of a file may differ; seeking by it is as good as exact. */
const DRIFT_MAX_SECONDS = 1;

/**
 * Counts an MP3's frames, because headers may be wrong, and makes the Xing frame that it should begin with: without
 * one, browsers guess the length and seek elsewhere. Where bit rates change, Firefox seeks elsewhere in any case, so such a
 * file gets an even pace if that doesn't make it twice as large. Null where nothing is missing. @param start of the
 * sound, in bytes
 */
export async function inspectMp3Audio(path: string, start: number): Promise<Mp3Audio> {
  const walk = await walkFrames(path, start);
  if (!walk) return { seconds: 0, driftSeconds: 0, seekTable: null };
  const { frameIndex, seconds, oldXing, first } = walk;
  const driftSeconds = measureDrift(frameIndex) * seconds;
  const keep = oldXing?.at ?? start;
  const skip = oldXing?.size ?? 0;
  const from = frameIndex.marks[0] ?? 0;
  const size = frameIndex.end - from;
  const pace = driftSeconds > DRIFT_MAX_SECONDS ? await planConstantBitrate(path, start, from, size / seconds) : null;
  if (pace) {
    const frame = createXing(first, toConstantBitrate(frameIndex, pace.bytes), oldXing?.lameTag ?? null);
    const growth = pace.bytes - size;
    return {
      seconds,
      driftSeconds: 0,
      seekTable: { keep, skip, frame, evenPace: { start, byteRate: pace.byteRate, growth } },
    };
  }
  const corrected = { ...frameIndex, isEven: driftSeconds <= DRIFT_MAX_SECONDS };
  if (oldXing?.isAccurate({ ...corrected, bytes: frameIndex.end - oldXing.at }))
    return { seconds, driftSeconds, seekTable: null };
  return {
    seconds,
    driftSeconds,
    seekTable: { keep, skip, frame: createXing(first, corrected, oldXing?.lameTag ?? null) },
  };
}

async function walkFrames(path: string, start: number): Promise<WalkedFile | null> {
  const frameIndex = { frames: 0, end: 0, marks: [] as number[], step: 1, isEven: false };
  let seconds = 0;
  let oldXing: ExistingXing | null = null;
  let first: WalkedFile["first"] | null = null;
  await walkMp3(path, start, (frame, at, content) => {
    if (!oldXing && !first) {
      oldXing = readXing(frame, at, content);
      if (oldXing) return;
    }
    first ??= { frame, header: Buffer.from(content.subarray(0, 4)) };
    if (frameIndex.frames % frameIndex.step === 0) frameIndex.marks.push(at);
    if (frameIndex.marks.length > MARK_COUNT_MAX) {
      frameIndex.marks = frameIndex.marks.filter((_, index) => index % 2 === 0);
      frameIndex.step *= 2;
    }
    frameIndex.frames += 1;
    seconds += frame.seconds;
    frameIndex.end = at + frame.bytes;
  });
  return first && { frameIndex, seconds, oldXing, first };
}

/** As a share of the length: how far the share of the bytes is from that of the frames. */
function measureDrift({ frames, end, marks, step }: FrameIndex): number {
  const from = marks[0] ?? 0;
  const drifts = marks.map((at, index) => Math.abs((at - from) / (end - from) - (index * step) / frames));
  return drifts.reduce((most, drift) => Math.max(most, drift), 0);
}

function toConstantBitrate({ frames, step, marks }: FrameIndex, bytes: number): FrameIndex {
  const even = marks.map((_, index) => Math.round((index * step * bytes) / frames));
  return { frames, end: bytes, marks: even, step, isEven: true };
}
