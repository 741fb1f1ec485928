import type { TestMedium } from "./media.ts";

/** A run of listening or reading without a jump. */
type Run = { start: number; end: number; sought: boolean; supersededBy: Run | null };

/** The model: where a member has been, by their actions rather than by the server's data. */
export function createReachedRuns({ settled, slack, tolerance: samePosition, beginning }: TestMedium) {
  const runs: Run[] = [];

  /** Continuing past the end of another run replaces it, because its positions are now behind. */
  function replaceRuns(run: Run) {
    for (const other of runs)
      if (other !== run && run.start - samePosition <= other.end && other.end <= run.end) other.supersededBy ??= run;
  }

  return {
    begin(start: number, isSeek: boolean) {
      const run: Run = { start, end: start, sought: isSeek, supersededBy: null };
      let isCounted = false;
      return {
        reach(position: number) {
          run.end = Math.max(run.end, position);
          // the position from which it continued was reached before
          if (!isCounted && run.end - run.start >= (isSeek ? settled : Number.MIN_VALUE)) {
            isCounted = true;
            runs.push(run);
          }
          if (isCounted && run.end > run.start) replaceRuns(run);
        },
      };
    },
    /** A position that is reached at once. */
    say: (position: number) => void runs.push({ start: position, end: position, sought: false, supersededBy: null }),
    /** Reached positions without a stored one nearby. */
    lost: (stored: readonly number[]): number[] =>
      runs
        .filter(({ supersededBy, end }) => supersededBy === null && end >= beginning)
        .map(({ end }) => end)
        .filter((end) => !stored.some((place) => place >= end - slack && place <= end + slack)),
  };
}
