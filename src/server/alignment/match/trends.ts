import type { AlignedSpan } from "#server/adapters/alignment-cache.ts";

/** A voice drifts from its mean pace like a random walk: so many seconds after one second (measured: 0.9 to 1.8). */
export const DRIFT = 1.6;
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
