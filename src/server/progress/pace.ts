import type { BookProgress } from "#contract/book-progress.ts";
import type { Book } from "#contract/books.ts";
import { DEFAULT_CODE_POINTS_PER_MINUTE, isCountedInPages } from "#contract/chapters.ts";
import type { PaceRow } from "#db/progress.ts";
import type { Deps } from "#server/deps.ts";
import type { TextContents } from "#server/epub/read-contents.ts";

const OWN_PACE_MIN_PAGES = 10;
/** Less is leafing through, more is being away. */
const PAGE_SECONDS_MIN = 4;
const PAGE_SECONDS_MAX = 300;
const CODE_POINTS_PER_SECOND_MIN = 3;
const CODE_POINTS_PER_SECOND_MAX = 80;

export function isReadPage(codePoints: number, seconds: number): boolean {
  const rate = codePoints / Math.max(1, seconds);
  return (
    seconds >= PAGE_SECONDS_MIN &&
    seconds <= PAGE_SECONDS_MAX &&
    rate >= CODE_POINTS_PER_SECOND_MIN &&
    rate <= CODE_POINTS_PER_SECOND_MAX
  );
}

type MediaPositions = { listenedSeconds: number; readFraction: number };

/** @returns null if the member hides it */
export function getTimeLeft(
  deps: Deps,
  userId: number,
  { book, contents, listenedSeconds, readFraction }: MediaPositions & { book: Book; contents: TextContents | null },
): Pick<BookProgress, "left" | "pace"> {
  const row = deps.stores.reading.findPace(userId);
  const pace = toPace(row);
  const { audiobookSeconds } = book;
  if (!row.isWanted) return { pace, left: { listening: null, reading: null } };
  return {
    pace,
    left: {
      listening: audiobookSeconds === null ? null : Math.max(0, Math.round(audiobookSeconds - listenedSeconds)),
      reading:
        contents && !isCountedInPages(contents) ? Math.round(((1 - readFraction) * contents.length) / pace) : null,
    },
  };
}

/** Code points per minute. */
function toPace({ pages, codePoints, seconds }: PaceRow): number {
  return pages < OWN_PACE_MIN_PAGES
    ? DEFAULT_CODE_POINTS_PER_MINUTE
    : Math.round((codePoints / Math.max(1, seconds)) * 60);
}
