import { useQuery } from "@tanstack/react-query";

import { USUAL_PACE } from "#contract/chapters.ts";
import type { BookPlace } from "#contract/place.ts";
import { formatPace, pagesText } from "#web/lib/format/format-pace.ts";

import { useClub } from "./club.ts";
import { query } from "./query.ts";

/** The book counts as finished from here: the rest is the publisher's. */
export const FINISHED_FRACTION = 0.995;

/** Formats what is left of a book until its meeting, unless it's finished or the member turned this off (BEYOND 9). */
export function usePace(bookId: number) {
  const { timeZone } = useClub();
  const { data: place } = useQuery(query("GET /api/books/:id/place", { params: { id: bookId } }));
  const { data: meeting } = useQuery(query("GET /api/meetings/current"));
  // A response that an earlier version cached has no pace.
  const cached: Partial<BookPlace> | undefined = place;
  const left: Partial<BookPlace["left"]> = cached?.left ?? {};
  const isWanted = place && (left.listening ?? left.reading ?? null) !== null && place.reached < FINISHED_FRACTION;
  return {
    left,
    hasReachedEnd: place !== undefined && place.reached >= FINISHED_FRACTION,
    /** Code points per minute. */
    pace: cached?.pace ?? USUAL_PACE,
    /** The pages left of the paper copy, or null. */
    formatPagesLeft: (): string | null =>
      cached?.pagesLeft !== undefined && meeting?.bookId === bookId
        ? pagesText({ pages: cached.pagesLeft, meeting, timeZone })
        : null,
    /** Null if there's nothing to show. */
    formatTimeLeft: (minutes: number, text: string): string | null =>
      isWanted && meeting?.bookId === bookId ? formatPace({ left: text, minutes, meeting, timeZone }) : null,
  };
}
