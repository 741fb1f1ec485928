const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Longer pauses rewind further. */
const REWIND_STEPS: readonly (readonly [pausedMs: number, seconds: number])[] = [
  [24 * HOUR, 30],
  [HOUR, 20],
  [10 * MINUTE, 10],
  [MINUTE, 5],
  [MINUTE / 2, 2],
];

/** Seconds to rewind after a pause; 0 for a short one. */
export function rewindSeconds(pausedMs: number): number {
  return REWIND_STEPS.find(([from]) => pausedMs >= from)?.[1] ?? 0;
}
