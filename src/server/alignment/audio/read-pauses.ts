import { open, stat } from "node:fs/promises";

import { readAudioStart } from "#server/books/inspect/audio-kind.ts";

import type { Pauses } from "../model/voice-model.ts";
import { frameGain, walkM4b } from "./aac-gains.ts";
import { readMp3Gains } from "./mp3-gains.ts";

/** Shorter silences occur inside speech. */
const PAUSE_MIN_SECONDS = 0.18;
/** Shorter louder moments, such as breaths and clicks, don't end a pause. */
const BLIP_MAX_SECONDS = 0.06;
const WINDOW_SECONDS = 15;
const QUIET_THRESHOLD_FRACTION = 0.4;
const CONTRAST_MIN_STEPS = 8;

/** Decoders delay an MP3 by 529 samples, about one granule of 576. */
const MP3_DELAY_GRANULES = 1;

/** Null if the file's format isn't supported. */
export async function readPauses(path: string, onProgress: (progress: number) => void): Promise<Pauses | null> {
  const handle = await open(path, "r");
  const start = await readAudioStart(handle).finally(() => handle.close());
  if (start.kind === null) return null;
  const gains = createGainCollector();
  if (start.kind === "m4b") {
    const seconds = await walkM4b(path, (frame, progress) => {
      onProgress(progress);
      gains.add(frameGain(frame));
    });
    return seconds > 0 ? findPauses(gains.all(), seconds) : null;
  }
  const { size } = await stat(path);
  const seconds = await readMp3Gains(path, start.tagBytes, gains.add, (at) => onProgress(at / size));
  return findPauses(gains.all().subarray(MP3_DELAY_GRANULES), seconds);
}

/** Gains are steps of 1.5 dB, each `seconds` long; 0 is silence. */
function findPauses(gains: Uint8Array, seconds: number): Pauses {
  const quietFlags = markQuiet(gains, Math.max(1, Math.round(WINDOW_SECONDS / seconds)));
  const [starts, ends] = [[0], [0]];
  const end = gains.length * seconds;
  let quietStart = -1;
  let loudCount = 0;
  for (let at = 0; at <= gains.length; at += 1) {
    if (quietFlags[at]) {
      if (quietStart < 0) quietStart = at;
      loudCount = 0;
      continue;
    }
    loudCount += 1;
    if (quietStart < 0 || (loudCount * seconds < BLIP_MAX_SECONDS && at < gains.length)) continue;
    const [start, stop] = [quietStart * seconds, (at - loudCount + 1) * seconds];
    quietStart = -1;
    if (stop - start < PAUSE_MIN_SECONDS) continue;
    if (start < 0.05) ends[0] = stop;
    else if (stop < end - 0.05) {
      starts.push(start);
      ends.push(stop);
    }
  }
  return { starts: Float64Array.from([...starts, end]), ends: Float64Array.from([...ends, end]) };
}

function markQuiet(gains: Uint8Array, windowSize: number): Uint8Array {
  const blockCount = Math.ceil(gains.length / windowSize);
  const counts = Array.from({ length: blockCount }, () => new Uint32Array(256));
  for (const [at, gain] of gains.entries()) {
    const block = counts[Math.floor(at / windowSize)];
    if (block) block[gain] = (block[gain] ?? 0) + 1;
  }
  const quietFlags = new Uint8Array(gains.length + 1);
  for (let block = 0; block < blockCount; block += 1) {
    const neighborCounts = [counts[block - 1], counts[block], counts[block + 1]];
    const [noise, speech] = [percentile(neighborCounts, 0.05), percentile(neighborCounts, 0.7)];
    const limit = speech - noise < CONTRAST_MIN_STEPS ? 0 : noise + QUIET_THRESHOLD_FRACTION * (speech - noise);
    const blockEnd = Math.min(gains.length, (block + 1) * windowSize);
    for (let at = block * windowSize; at < blockEnd; at += 1) quietFlags[at] = (gains[at] ?? 0) <= limit ? 1 : 0;
  }
  return quietFlags;
}

function percentile(counts: readonly (Uint32Array | undefined)[], rank: number): number {
  const count = (gain: number) => counts.reduce((sum, blockCounts) => sum + (blockCounts?.[gain] ?? 0), 0);
  let total = 0;
  for (let gain = 1; gain < 256; gain += 1) total += count(gain);
  let sum = 0;
  for (let gain = 1; gain < 256; gain += 1) {
    sum += count(gain);
    if (sum >= total * rank) return gain;
  }
  return 0;
}

const GAIN_MAX = 255;

function createGainCollector() {
  let gains = new Uint8Array(1 << 16);
  let count = 0;
  let lastGain = 0;
  return {
    add: (gain: number | null): void => {
      lastGain = Math.min(GAIN_MAX, Math.max(0, gain ?? lastGain));
      if (count === gains.length) {
        const grownGains = new Uint8Array(gains.length * 2);
        grownGains.set(gains);
        gains = grownGains;
      }
      gains[count] = lastGain;
      count += 1;
    },
    all: (): Uint8Array => gains.subarray(0, count),
  };
}
