/** A disk that takes longer to store a piece is slow: 1 MiB in 25 ms is 40 MiB/s. */
const SLOW_MS = 25;
/** Leaves an upload 57 % of a slow disk. */
const REST_SHARE = 0.75;
const REST_MAX_MS = 100;

/**
 * For a long write, how long to rest after a piece, in milliseconds, so that the database's commits don't queue behind
 * it: nothing on a fast disk. Give it how long each piece took.
 */
export function createDiskPace(): (tookMs: number) => number {
  let usual = 0;
  return (tookMs) => {
    // rises quickly and falls slowly, because a slow disk takes some pieces quickly into its cache
    usual = tookMs > usual ? (usual + tookMs) / 2 : usual * 0.9;
    return usual < SLOW_MS ? 0 : Math.min(usual * REST_SHARE, REST_MAX_MS);
  };
}
