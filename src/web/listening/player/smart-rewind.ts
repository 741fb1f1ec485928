const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** From which length of a pause (ms) how far back one starts again (s): the longer, the more one forgot. */
const STEPS: readonly (readonly [pausedMs: number, seconds: number])[] = [
  [24 * HOUR, 30],
  [HOUR, 20],
  [10 * MINUTE, 10],
  [MINUTE, 5],
  [MINUTE / 2, 2],
];

/** Seconds to go back when play is pressed after a pause of `pausedMs`. A short pause costs nothing. */
export function rewindAfter(pausedMs: number): number {
  return STEPS.find(([from]) => pausedMs >= from)?.[1] ?? 0;
}
