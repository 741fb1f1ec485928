import { SAVE_AGE_MAX_SECONDS } from "#contract/limits.ts";
import type { NewPaperPlace } from "#contract/paper.ts";

/** A page that was said at that time, in milliseconds since 1970 on this device's clock. */
export type ReportedPage = { bookId: number; at: number; place: Omit<NewPaperPlace, "age"> };

/** Whole seconds, by the device's own clock. Waits may be long, and the clock may have been set meanwhile. */
export function ageOf(at: number, now: number): number {
  return Math.min(SAVE_AGE_MAX_SECONDS, Math.max(0, Math.floor((now - at) / 1000)));
}
