import { observe } from "./request-counts.ts";

/** Seconds. A call should hold the others at most 50 ms (DESIGN 7). */
export const LAG_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5] as const;

/** Twenty checks a second cost a thousandth of a core. */
const EVERY_MS = 50;

export type LoopLag = ReturnType<typeof createLoopLag>;

/** How late timers run: as long as one call holds the event loop, every other one waits. */
export function createLoopLag() {
  const durations = { count: 0, sum: 0, buckets: LAG_BUCKETS.map(() => 0) };
  return {
    durations,
    /** @returns a function that stops it */
    watch: (): (() => void) => {
      let due = performance.now() + EVERY_MS;
      const timer = setInterval(() => {
        const seconds = Math.max(0, performance.now() - due) / 1000;
        due = performance.now() + EVERY_MS;
        observe(durations, seconds, LAG_BUCKETS);
      }, EVERY_MS);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}
