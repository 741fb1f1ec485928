import { DEFAULT_CODE_POINTS_PER_MINUTE } from "#contract/chapters.ts";
import type { BookPlace } from "#contract/place.ts";
import { formatPace, pagesText } from "#web/lib/format/format-pace.ts";

import { useClub } from "./club.ts";
import { useGet } from "./use-get.ts";

export const FINISHED_FRACTION = 0.995;

/** Until the meeting, unless the member turned this off (BEYOND 9). */
export function usePace(bookId: number) {
  const { timeZone } = useClub();
  const { data: place } = useGet("GET /api/books/:id/place", { params: { id: bookId } });
  const { data: meeting } = useGet("GET /api/meetings/current");
  const timeLeft: Partial<BookPlace["left"]> = place?.left ?? {};
  const isWanted =
    place && (timeLeft.listening ?? timeLeft.reading ?? null) !== null && place.reached < FINISHED_FRACTION;
  return {
    left: timeLeft,
    hasReachedEnd: place !== undefined && place.reached >= FINISHED_FRACTION,
    pace: place?.pace ?? DEFAULT_CODE_POINTS_PER_MINUTE,
    formatPagesLeft: (): string | null =>
      place?.pagesLeft !== undefined && meeting?.bookId === bookId
        ? pagesText({ pages: place.pagesLeft, meeting, timeZone })
        : null,
    formatTimeLeft: (minutes: number, text: string): string | null =>
      isWanted && meeting?.bookId === bookId ? formatPace({ left: text, minutes, meeting, timeZone }) : null,
  };
}
