import type { Actor } from "#server/access/caller.ts";
import type { Deps } from "#server/deps.ts";
import { type LoadedBook, writeAboutBook } from "#server/reading/loaded-book.ts";
import { shareAt } from "#server/reading/text-share.ts";

import { say } from "./said.ts";
import { findHeard } from "./sound.ts";

/** The furthest of reading, listening and saying (BEYOND 6). Call it in a transaction. */
export function reachedFraction(deps: Deps, userId: number, loaded: LoadedBook): number {
  const key = { userId, bookId: loaded.book.id };
  const said = deps.stores.reading.findSaid(key);
  const read = deps.stores.reading.find(key)?.counted ?? 0;
  const heard = findHeard(deps, userId, loaded.book)?.counted ?? 0;
  return Math.max(read, heardFraction(loaded, heard), said?.fraction ?? 0, said?.settled ?? 0);
}

/** For readers of paper; a slip can be corrected within a minute. @throws AppError not-found */
export function saveReached(deps: Deps, by: Actor, bookId: number, fraction: number): Promise<{ reached: number }> {
  return writeAboutBook(deps, by, bookId, (author, loaded) => {
    say(deps, { userId: author.id, bookId }, fraction);
    return { reached: reachedFraction(deps, author.id, loaded) };
  });
}

/** The smaller of the shares with and without what others said: nobody opens talk to somebody else. */
function heardFraction({ book, timeline, ownTimeline }: LoadedBook, seconds: number): number {
  return Math.min(shareAt(book, timeline, seconds), shareAt(book, ownTimeline, seconds));
}
