import { AppError } from "./errors.ts";

type Rule = {
  max: number;
  windowMs: number;
  /** What the caller reads; the seconds to wait come after it. */
  message: string;
};

/** Keys that are forgotten first when there are more than a club could have. */
const KEYS_MAX = 10_000;

/**
 * Lets each key pass `max` times in a sliding window; kept in memory, so a restart forgets it.
 * @returns a function to call for each pass; it throws AppError 'too-many' with the seconds to wait
 */
export function createRateLimit({ max, windowMs, message }: Rule): (key: string, now: Date) => void {
  const passes = new Map<string, number[]>();
  return (key, now) => {
    const at = now.getTime();
    // a pass in the future is from before the clock was set back
    const recent = (passes.get(key) ?? []).filter((pass) => pass > at - windowMs && pass <= at);
    const oldest = recent[0];
    if (recent.length >= max && oldest !== undefined) {
      const retryAfter = Math.ceil((oldest + windowMs - at) / 1000);
      throw new AppError("too-many", `${message} Please try again in ${retryAfter} seconds.`, { retryAfter });
    }
    recent.push(at);
    // the last used is the last in order
    passes.delete(key);
    passes.set(key, recent);
    const [first] = passes.keys();
    if (passes.size > KEYS_MAX && first !== undefined) passes.delete(first);
  };
}
