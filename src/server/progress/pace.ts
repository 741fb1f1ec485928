import type { Book } from "#contract/books.ts";
import { USUAL_PACE } from "#contract/chapters.ts";
import type { BookPlace } from "#contract/place.ts";
import type { PaceRow } from "#db/progress.ts";
import type { Deps } from "#server/deps.ts";
import type { TextContents } from "#server/epub/read-contents.ts";

/** Pages until a member's own pace counts. */
const PAGES = 10;
/** Seconds on a page. Less is leafing through, more is being away. */
const MIN_PAGE_SECONDS = 4;
const MAX_PAGE_SECONDS = 300;
/** Code points a second. */
const SLOWEST = 3;
const FASTEST = 80;

/** Whether a page was read, by how much text lies behind it and how long it was shown. */
export function isReadPage(codePoints: number, seconds: number): boolean {
  const rate = codePoints / Math.max(1, seconds);
  return seconds >= MIN_PAGE_SECONDS && seconds <= MAX_PAGE_SECONDS && rate >= SLOWEST && rate <= FASTEST;
}

/** Whether the member wants to know what is left. */
export function isPaceWanted({ stores }: Deps, userId: number): boolean {
  return stores.reading.pace(userId).isWanted !== 0;
}

type Places = { heard: number; read: number };

/** What is left of both media at the member's pace; null for members who don't want to know. */
export function timeLeftOf(
  deps: Deps,
  userId: number,
  { book, contents, heard, read }: Places & { book: Book; contents: TextContents | null },
): Pick<BookPlace, "left" | "pace"> {
  const row = deps.stores.reading.pace(userId);
  const pace = paceOf(row);
  const { audiobookSeconds } = book;
  const isText = contents !== null && contents.layout !== "fixed";
  if (row.isWanted === 0) return { pace, left: { listening: null, reading: null } };
  return {
    pace,
    left: {
      listening: audiobookSeconds === null ? null : Math.max(0, Math.round(audiobookSeconds - heard)),
      reading: isText ? Math.round(((1 - read) * contents.length) / pace) : null,
    },
  };
}

/** In code points a minute. */
function paceOf({ pages, codePoints, seconds }: PaceRow): number {
  return pages < PAGES ? USUAL_PACE : Math.round((codePoints / Math.max(1, seconds)) * 60);
}
