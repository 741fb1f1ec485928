/** A stretch of listening without a jump. Seconds. */
type Run = { start: number; end: number; sought: boolean; supersededBy: Run | null };

/** Searching about is not listening: from here on, in seconds, a place counts as reached. */
const SETTLED = 10;
/** One may be put back this far, and has not lost one's place, in seconds. */
const TOLERANCE = 60;
/** Two places this near are one to the player. */
const SAME_PLACE = 30;

/** Nobody loses the beginning, in seconds. */
const BEGINNING = 30;

/** The model: where a member has been, told by what they did and not by what the server kept. */
export function createReachedPlaces() {
  const runs: Run[] = [];

  /** Who listens through the end of another run takes it along: that place is now behind them. */
  function supersede(run: Run) {
    for (const other of runs)
      if (other !== run && run.start - SAME_PLACE <= other.end && other.end <= run.end) other.supersededBy ??= run;
  }

  return {
    begin(start: number, sought: boolean) {
      const run: Run = { start, end: start, sought, supersededBy: null };
      let counted = false;
      return {
        reach(position: number) {
          run.end = Math.max(run.end, position);
          if (!counted && (!sought || run.end - run.start >= SETTLED)) {
            counted = true;
            runs.push(run);
          }
          if (counted && run.end > run.start) supersede(run);
        },
      };
    },
    /** The reached places from which none of `kept` is near. */
    lost: (kept: readonly number[]): number[] =>
      runs
        .filter(({ supersededBy, end }) => supersededBy === null && end >= BEGINNING)
        .map(({ end }) => end)
        .filter((end) => !kept.some((place) => place >= end - TOLERANCE && place <= end + TOLERANCE)),
  };
}
