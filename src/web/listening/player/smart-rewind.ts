const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Longer pauses rewind further. */
const REWIND_STEPS: readonly (readonly [pausedMs: number, seconds: number])[] = [
  [24 * HOUR_MS, 30],
  [HOUR_MS, 20],
  [10 * MINUTE_MS, 10],
  [MINUTE_MS, 5],
  [MINUTE_MS / 2, 2],
];

/** Seconds to rewind after a pause; 0 for a short one. */
export function rewindSeconds(pausedMs: number): number {
  return REWIND_STEPS.find(([from]) => pausedMs >= from)?.[1] ?? 0;
}
