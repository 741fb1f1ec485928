import { AppError } from "#server/errors.ts";

import { type RateLimitSubject, subjectKey } from "./attempts.ts";

type Rule = {
  max: number;
  windowMs: number;
  /** Followed by the seconds to wait. */
  message: string;
};

const KEYS_MAX = 10_000;

/** `max` calls of a subject in a sliding window, in memory. @returns a function to call; it throws AppError 'too-many' */
export function createRateLimit({ max, windowMs, message }: Rule): (subject: RateLimitSubject, now: Date) => void {
  const passes = new Map<string, number[]>();
  return (subject, now) => {
    const key = subjectKey(subject);
    const at = now.getTime();
    // a call in the future is from before the clock was set back
    const recent = (passes.get(key) ?? []).filter((pass) => pass > at - windowMs && pass <= at);
    const oldest = recent[0];
    if (recent.length >= max && oldest !== undefined) {
      const retryAfter = Math.ceil((oldest + windowMs - at) / 1000);
      throw new AppError("too-many", `${message} Please try again in ${retryAfter} seconds.`, { retryAfter });
    }
    recent.push(at);
    // keeps the last used last
    passes.delete(key);
    passes.set(key, recent);
    const [first] = passes.keys();
    if (passes.size > KEYS_MAX && first !== undefined) passes.delete(first);
  };
}
