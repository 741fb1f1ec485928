import type { BookProgress } from "#contract/book-progress.ts";
import { DEFAULT_CODE_POINTS_PER_MINUTE } from "#contract/chapters.ts";
import { formatPace, formatPagesLeft } from "#web/lib/format/format-pace.ts";

import { useClub } from "./club.ts";
import { useGet } from "./use-get.ts";

export const FINISHED_FRACTION = 0.995;

/** Until the meeting, unless the member turned this off (BEYOND 9). */
export function usePace(bookId: number) {
  const { timeZone } = useClub();
  const { data: progress } = useGet("GET /api/books/:id/place", { params: { id: bookId } });
  const { data: meeting } = useGet("GET /api/meetings/current");
  const timeLeft: Partial<BookProgress["left"]> = progress?.left ?? {};
  const isWanted =
    progress && (timeLeft.listening ?? timeLeft.reading ?? null) !== null && progress.reached < FINISHED_FRACTION;
  return {
    left: timeLeft,
    hasReachedEnd: progress !== undefined && progress.reached >= FINISHED_FRACTION,
    pace: progress?.pace ?? DEFAULT_CODE_POINTS_PER_MINUTE,
    formatPagesLeft: (): string | null =>
      progress?.pagesLeft !== undefined && meeting?.bookId === bookId
        ? formatPagesLeft({ pages: progress.pagesLeft, meeting, timeZone })
        : null,
    formatTimeLeft: (minutes: number, text: string): string | null =>
      isWanted && meeting?.bookId === bookId ? formatPace({ left: text, minutes, meeting, timeZone }) : null,
  };
}
