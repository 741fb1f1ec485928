import { planConstantBitrate } from "./constant-bitrate.ts";
import type { SeekTable } from "./file-metadata.ts";
import { type Mp3Frame, walkMp3 } from "./mp3-frames.ts";
import { createXing, type ExistingXing, type FrameIndex, readXing } from "./xing-frame.ts";

/**
 * `driftSeconds` is the largest error of a player that assumes one bit rate for the whole file. `isMixed`: channels or
 * sample rate change.
 */
type Mp3Audio = { seconds: number; driftSeconds: number; isMixed: boolean; seekTable: SeekTable | null };
type WalkedFile = {
  frameIndex: FrameIndex;
  seconds: number;
  isMixed: boolean;
  oldXing: ExistingXing | null;
  first: { frame: Mp3Frame; header: Buffer };
};

/** With more marks, every second one is dropped. */
const MARK_COUNT_MAX = 8192;
/** With less drift, seeking by the average bit rate is accurate. */
const DRIFT_MAX_SECONDS = 1;
/** A single frame may be damaged. */
const OTHER_FORMAT_MAX_SECONDS = 1;

/** With a larger share after the audio, FFmpeg ignores the Xing frame. */
const TAIL_MAX_SHARE = 1 / 16;

/** Creates the Xing frame by which browsers seek. Firefox seeks by a constant bit rate only. @param start in bytes */
export async function inspectMp3Audio(path: string, start: number): Promise<Mp3Audio> {
  const walk = await walkFrames(path, start);
  if (!walk) return { seconds: 0, driftSeconds: 0, isMixed: false, seekTable: null };
  const { frameIndex, seconds, isMixed, oldXing, first } = walk;
  const driftSeconds = measureDrift(frameIndex) * seconds;
  // with a seek table for all of it, Chromium stops at the first change
  if (isMixed) return { seconds, driftSeconds, isMixed, seekTable: null };
  const from = frameIndex.marks[0] ?? 0;
  const size = frameIndex.end - from;
  // FFmpeg, which Chromium uses, looks for the Xing frame only where the tag ends
  const hasJunkBefore = (oldXing?.at ?? from) > start;
  const hasJunkAfter = Bun.file(path).size - frameIndex.end > size * TAIL_MAX_SHARE;
  const createTable = (index: FrameIndex): SeekTable => {
    const frame = createXing(first, index).toString("base64");
    const splice = hasJunkBefore
      ? { keep: start, skip: from - start }
      : { keep: oldXing?.at ?? start, skip: oldXing?.size ?? 0 };
    return { ...splice, frame, ...(hasJunkAfter && { end: frameIndex.end }) };
  };
  const pace = driftSeconds > DRIFT_MAX_SECONDS ? await planConstantBitrate(path, start, from, size / seconds) : null;
  if (pace) {
    const evenPace = { start, byteRate: pace.byteRate, growth: pace.bytes - size };
    const seekTable = { ...createTable(toConstantBitrate(frameIndex, pace.bytes)), evenPace };
    return { seconds, driftSeconds: 0, isMixed, seekTable };
  }
  const correctedIndex = { ...frameIndex, isEven: driftSeconds <= DRIFT_MAX_SECONDS };
  const hasJunk = hasJunkBefore || hasJunkAfter;
  const isAccurate = !hasJunk && oldXing?.isAccurate({ ...correctedIndex, bytes: frameIndex.end - oldXing.at });
  return { seconds, driftSeconds, isMixed, seekTable: isAccurate ? null : createTable(correctedIndex) };
}

async function walkFrames(path: string, start: number): Promise<WalkedFile | null> {
  const frameIndex = { frames: 0, end: 0, marks: [] as number[], step: 1, isEven: false };
  let seconds = 0;
  let otherFormatSeconds = 0;
  let oldXing: ExistingXing | null = null;
  let firstFrame: WalkedFile["first"] | null = null;
  await walkMp3(path, start, (frame, at, content) => {
    if (!oldXing && !firstFrame) {
      oldXing = readXing(frame, at, content);
      if (oldXing) return;
    }
    firstFrame ??= { frame, header: Buffer.from(content.subarray(0, 4)) };
    if (frameIndex.frames % frameIndex.step === 0) frameIndex.marks.push(at);
    if (frameIndex.marks.length > MARK_COUNT_MAX) {
      frameIndex.marks = frameIndex.marks.filter((_, index) => index % 2 === 0);
      frameIndex.step *= 2;
    }
    frameIndex.frames += 1;
    seconds += frame.seconds;
    const { isMono, sampleRate } = firstFrame.frame;
    if (frame.isMono !== isMono || frame.sampleRate !== sampleRate) otherFormatSeconds += frame.seconds;
    frameIndex.end = at + frame.bytes;
  });
  const isMixed = otherFormatSeconds > OTHER_FORMAT_MAX_SECONDS;
  return firstFrame && { frameIndex, seconds, isMixed, oldXing, first: firstFrame };
}

function measureDrift({ frames, end, marks, step }: FrameIndex): number {
  const from = marks[0] ?? 0;
  const drifts = marks.map((at, index) => Math.abs((at - from) / (end - from) - (index * step) / frames));
  return drifts.reduce((max, drift) => Math.max(max, drift), 0);
}

function toConstantBitrate({ frames, step, marks }: FrameIndex, bytes: number): FrameIndex {
  const evenMarks = marks.map((_, index) => Math.round((index * step * bytes) / frames));
  return { frames, end: bytes, marks: evenMarks, step, isEven: true };
}
