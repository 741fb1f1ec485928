import type { Reached } from "#contract/place.ts";
import type { Heard } from "#db/progress.ts";
import type { Actor } from "#server/access/caller.ts";
import { shareAt } from "#server/alignment/audio-to-text.ts";
import { type LoadedBook, writeAboutBook } from "#server/alignment/loaded-book.ts";
import { shareInEdition } from "#server/books/editions/edition.ts";
import type { Deps } from "#server/deps.ts";

import { findHeard, MIN_LISTENED_SECONDS } from "./audiobook-progress.ts";
import { setReportedFraction } from "./reported-fraction.ts";

/** The furthest of reading, listening and saying (BEYOND 6). Call it in a transaction. */
export function furthestFraction(deps: Deps, userId: number, loaded: LoadedBook): number {
  const key = { userId, bookId: loaded.book.id };
  const said = deps.stores.reading.findReported(key);
  const read = deps.stores.reading.find(key)?.counted ?? 0;
  const heard = listenedFraction(loaded, findHeard(deps, userId, loaded.book));
  return Math.max(read, heard, said?.fraction ?? 0, said?.settled ?? 0);
}

/** For readers of paper; a slip can be corrected within a minute. @throws AppError not-found */
export function saveReached(deps: Deps, actor: Actor, bookId: number, call: Reached): Promise<{ reached: number }> {
  return writeAboutBook(deps, actor, bookId, (author, loaded) => {
    const { place, isOld } = shareInEdition(deps, loaded.book, call.edition, call.fraction);
    const fraction = isOld ? Math.min(place, furthestFraction(deps, author.id, loaded)) : place;
    setReportedFraction(deps, { userId: author.id, bookId }, fraction);
    return { reached: furthestFraction(deps, author.id, loaded) };
  });
}

/**
 * What counts of the sound, as a share of the text. What it was when a file or the match last changed stays, until more
 * of the sound is heard.
 */
export function listenedFraction(loaded: LoadedBook, heard: Heard | null): number {
  if (!heard) return 0;
  const { counted, heldShare, heldSeconds } = heard;
  if (heldShare === null || heldSeconds === null) return shareOf(loaded, counted);
  const end = loaded.book.audiobookSeconds ?? 0;
  if (counted <= heldSeconds || end <= heldSeconds) return heldShare;
  // shares are those of a text that is gone
  if (!loaded.timeline) return heldShare + Math.min(1, (counted - heldSeconds) / (end - heldSeconds)) * (1 - heldShare);
  const isHeardOn = counted >= Math.min(heldSeconds + MIN_LISTENED_SECONDS, end - 1);
  return isHeardOn ? Math.max(heldShare, shareOf(loaded, counted)) : heldShare;
}

/** The smaller of the shares with and without what others said: nobody opens talk to somebody else. */
function shareOf({ book, timeline, timelineWithoutOthers }: LoadedBook, seconds: number): number {
  return Math.min(shareAt(book, timeline, seconds), shareAt(book, timelineWithoutOthers, seconds));
}
