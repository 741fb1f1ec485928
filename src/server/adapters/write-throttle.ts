/** A disk that takes longer to store a piece is slow: 1 MiB in 16 ms is 62 MiB/s. */
const SLOW_MS = 16;
/** Two slow pieces among so many tell a slow disk from a slow moment. */
const WINDOW_SIZE = 12;
/** Leaves an upload 57 % of a disk that is slow at any pace. */
const SPACING_FACTOR = 1.75;
const SPACING_DECAY = 0.985;

/**
 * For long writes, how long to rest after a piece, in milliseconds, so that the database's commits don't queue behind it.
 * Give it how long each piece took. Slow pieces tell the pace that the disk sustains, and the next ones start further
 * apart than that. Each quick piece brings them a little closer, until one is slow again or the disk proves to be faster.
 * A fast disk with a slow piece now and then never rests.
 */
export function createWriteThrottle(): (tookMs: number) => number {
  let last: readonly number[] = [];
  let sustained = 0;
  let apart = 0;
  return (tookMs) => {
    last = [...last, tookMs].slice(-WINDOW_SIZE);
    if (tookMs <= SLOW_MS) {
      apart *= SPACING_DECAY;
      sustained = Math.min(sustained, apart);
    } else {
      // pieces are quick after a rest, so a lower average doesn't tell that the disk is faster
      if (last.filter((ms) => ms > SLOW_MS).length > 1)
        sustained = Math.max(sustained, Math.min(average(last), tookMs));
      apart = sustained * SPACING_FACTOR;
    }
    return Math.max(0, apart - tookMs);
  };
}

const average = (values: readonly number[]) => values.reduce((total, value) => total + value, 0) / values.length;
