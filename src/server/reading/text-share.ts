import { fractionAt, type Timeline } from "#contract/timeline.ts";
import type { Deps } from "#server/deps.ts";

import type { LoadedBook } from "./loaded-book.ts";
import { timelineOf } from "./match.ts";

/** A member's audio position as a share of the text, by the match, else by length. */
export function toFraction(
  deps: Deps,
  book: LoadedBook,
  { userId, seconds }: { userId: number; seconds: number },
): number {
  return shareAt(book, timelineOf(deps, book, userId), seconds);
}

/** By `timeline`; without one, by length. */
export function shareAt({ audiobookSeconds }: LoadedBook, timeline: Timeline | null, seconds: number): number {
  if (timeline) return fractionAt(timeline, seconds);
  return audiobookSeconds ? Math.min(1, seconds / audiobookSeconds) : 0;
}
