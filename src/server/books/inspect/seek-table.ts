import { planConstantBitrate } from "./constant-bitrate.ts";
import { type Mp3Frame, walkMp3 } from "./mp3-frames.ts";
import { makeXing, type OldXing, readXing, type Sound } from "./xing-frame.ts";

/**
 * What a file gets in front of its sound: `frame` replaces the `skip` bytes after the first `keep` ones. With an
 * `evenPace`, the sound's frames are written again: the walk that finds them begins at `start`.
 */
type SeekTable = { keep: number; skip: number; frame: Buffer; evenPace?: EvenPace };
/** `byteRate` of the pace, and how many bytes the file gains. */
type EvenPace = { start: number; byteRate: number; growth: number };

/** `drift`: seconds by which a player that takes one bit rate for the whole file is at most wrong. */
type Mp3Sound = { seconds: number; drift: number; seekTable: SeekTable | null };
type Walked = { sound: Sound; seconds: number; old: OldXing | null; first: { frame: Mp3Frame; header: Buffer } };

/** Marks kept while walking; with more, every second one goes. */
const MARKS_MAX = 8192;
/** Seconds by which the pace of a file may differ; seeking by it is as good as exact. */
const DRIFT_MAX = 1;

/**
 * Counts an MP3's frames, because headers may be wrong, and makes the Xing frame that it should begin with: without
 * one, browsers guess the length and seek elsewhere. Where bit rates change, Firefox seeks elsewhere in any case, so such a
 * file gets an even pace if that doesn't make it twice as large. Null where nothing is missing. @param start of the
 * sound, in bytes
 */
export async function readMp3Sound(path: string, start: number): Promise<Mp3Sound> {
  const walked = await walkSound(path, start);
  if (!walked) return { seconds: 0, drift: 0, seekTable: null };
  const { sound, seconds, old, first } = walked;
  const drift = driftOf(sound) * seconds;
  const keep = old?.at ?? start;
  const skip = old?.size ?? 0;
  const from = sound.marks[0] ?? 0;
  const size = sound.end - from;
  const pace = drift > DRIFT_MAX ? await planConstantBitrate(path, start, from, size / seconds) : null;
  if (pace) {
    const frame = makeXing(first, evenly(sound, pace.bytes), old?.delays ?? null);
    const growth = pace.bytes - size;
    return {
      seconds,
      drift: 0,
      seekTable: { keep, skip, frame, evenPace: { start, byteRate: pace.byteRate, growth } },
    };
  }
  const told = { ...sound, isEven: drift <= DRIFT_MAX };
  if (old?.isAccurate({ ...told, bytes: sound.end - old.at })) return { seconds, drift, seekTable: null };
  return { seconds, drift, seekTable: { keep, skip, frame: makeXing(first, told, old?.delays ?? null) } };
}

async function walkSound(path: string, start: number): Promise<Walked | null> {
  const sound = { frames: 0, end: 0, marks: [] as number[], step: 1, isEven: false };
  let seconds = 0;
  let old: OldXing | null = null;
  let first: Walked["first"] | null = null;
  await walkMp3(path, start, (frame, at, content) => {
    if (!old && !first) {
      old = readXing(frame, at, content);
      if (old) return;
    }
    first ??= { frame, header: Buffer.from(content.subarray(0, 4)) };
    if (sound.frames % sound.step === 0) sound.marks.push(at);
    if (sound.marks.length > MARKS_MAX) {
      sound.marks = sound.marks.filter((_, index) => index % 2 === 0);
      sound.step *= 2;
    }
    sound.frames += 1;
    seconds += frame.seconds;
    sound.end = at + frame.bytes;
  });
  return first && { sound, seconds, old, first };
}

/** As a share of the length: how far the share of the bytes is from that of the frames. */
function driftOf({ frames, end, marks, step }: Sound): number {
  const from = marks[0] ?? 0;
  const offs = marks.map((at, index) => Math.abs((at - from) / (end - from) - (index * step) / frames));
  return offs.reduce((most, off) => Math.max(most, off), 0);
}

function evenly({ frames, step, marks }: Sound, bytes: number): Sound {
  const even = marks.map((_, index) => Math.round((index * step * bytes) / frames));
  return { frames, end: bytes, marks: even, step, isEven: true };
}
