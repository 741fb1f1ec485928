import type { Book } from "#contract/books.ts";
import { fractionAt, type Timeline } from "#contract/timeline.ts";

import type { LoadedBook } from "./loaded-book.ts";

/** A place in the sound, in seconds, as a share of the text, by the match, else by length. */
export function toFraction({ book, timeline }: LoadedBook, seconds: number): number {
  return shareAt(book, timeline, seconds);
}

/** The same on one timeline. */
export function shareAt({ audiobookSeconds }: Book, timeline: Timeline | null, seconds: number): number {
  if (timeline) return fractionAt(timeline, seconds);
  return audiobookSeconds ? Math.min(1, seconds / audiobookSeconds) : 0;
}
