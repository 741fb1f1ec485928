import type { Timeline } from "#contract/timeline.ts";
import type { AlignedSpan } from "#server/adapters/alignment-cache.ts";

const MINUTE = 60;
/** Long stretches are sure near their ends alone. */
const PIECE_SECONDS = 300;
const PIECES_MAX = 12;

/** A timeline whose confidence is the probability of being right within a minute. */
export function toTimeline(stretches: readonly AlignedSpan[], seconds: number, length: number): Timeline {
  const points: Timeline = [{ seconds: 0, fraction: 0, confidence: 0 }];
  const add = (at: number, codePoints: number, confidence: number) => {
    const fraction = Math.min(1, codePoints / Math.max(1, length));
    const last = points.at(-1);
    if (last && (at < last.seconds || fraction < last.fraction)) return;
    if (last && last.seconds === at && last.fraction === fraction) points.pop();
    points.push({ seconds: at, fraction, confidence });
  };
  const bends = estimatePaceTrends(stretches);
  for (const [at, { seconds: sound, text, sure }] of stretches.entries()) {
    const bend = bends[at] ?? 0;
    const long = sound[1] - sound[0];
    const pieces = Math.min(PIECES_MAX, Math.ceil(long / PIECE_SECONDS));
    for (let piece = 0; piece < pieces; piece += 1) {
      const share = piece / pieces;
      const middle = share + 0.5 / pieces;
      const confidence =
        (sure[0] * (1 - middle) + sure[1] * middle) * withinMinute(DRIFT * Math.sqrt(long * middle * (1 - middle)));
      const ahead = bend * share * (1 - share);
      add(sound[0] + share * long - ahead, text[0] + share * (text[1] - text[0]), confidence);
    }
    add(sound[1], text[1], 0);
  }
  add(seconds, length, 0);
  return points;
}

/** Probability that a normal error of this spread, in seconds, is less than a minute. */
function withinMinute(spread: number): number {
  return Math.tanh((MINUTE / Math.max(1, spread)) * 0.7979 * (1 + 0.0447 * (MINUTE / Math.max(1, spread)) ** 2));
}

/** A voice drifts from its mean pace like a random walk: so many seconds after one second (measured: 0.9 to 1.8). */
const DRIFT = 1.6;
/** Paces differ by more than chance when they're this many deviations apart. */
const BEYOND_CHANCE = 1.5;
/** A stretch that is less sure may be the wrong text, whose pace tells nothing. */
const SURE = 0.5;

/**
 * How the pace changes within each stretch, as `bend`: at `share` of its text the voice is `bend * share * (1 - share)`
 * seconds ahead of an even pace. Zero unless three stretches in a row get slower or faster, and those around
 * this one differ beyond chance.
 */
export function estimatePaceTrends(stretches: readonly AlignedSpan[]): number[] {
  const read = stretches.map(readingOf);
  return read.map((own, at) => {
    const first = Math.max(0, Math.min(at - 1, read.length - 3));
    const [before, after] = [read[at - 1] ?? own, read[at + 1] ?? own];
    if (!isOneWay(read.slice(first, first + 3)) || !isBeyondChance(before, after)) return 0;
    return (((after.pace - before.pace) / (after.middle - before.middle)) * own.length ** 2) / 2;
  });
}

/** `pace` in seconds per code point, `middle` in code points. */
type Reading = { seconds: number; length: number; pace: number; middle: number; isSure: boolean };

function readingOf({ seconds: [from, until], text: [start, end], sure }: AlignedSpan): Reading {
  const [seconds, length] = [until - from, end - start];
  const isSure = Math.min(...sure) >= SURE && seconds > 0 && length > 0;
  return { seconds, length, pace: seconds / length, middle: (start + end) / 2, isSure };
}

function isOneWay([first, second, third]: readonly Reading[]): boolean {
  if (!first?.isSure || !second?.isSure || !third?.isSure) return false;
  return (second.pace - first.pace) * (third.pace - second.pace) > 0;
}

function isBeyondChance(one: Reading, other: Reading): boolean {
  const chance = DRIFT * Math.sqrt(1 / one.seconds + 1 / other.seconds);
  return Math.abs(Math.log(other.pace / one.pace)) > BEYOND_CHANCE * chance;
}
