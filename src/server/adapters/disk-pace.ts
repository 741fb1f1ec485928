/** A disk that takes longer to store a piece is slow: 1 MiB in 25 ms is 40 MiB/s. */
const SLOW_MS = 25;
const STEP_MS = 4;
const EASE = 0.98;
/** Leaves an upload 57 % of a disk that is slow at any pace. */
const SLOWEST = 1.75;

/**
 * For a long write, how long to rest after a piece, in milliseconds, so that the database's commits don't queue behind
 * it. Give it how long each piece took. Each slow piece puts the starts of pieces further apart and each quick one closer
 * together, so they settle at the pace that the disk sustains. A fast disk hardly rests.
 */
export function createDiskPace(): (tookMs: number) => number {
  let apart = 0;
  return (tookMs) => {
    apart = tookMs > SLOW_MS ? Math.min(apart + STEP_MS, tookMs * SLOWEST) : apart * EASE;
    return Math.max(0, apart - tookMs);
  };
}
