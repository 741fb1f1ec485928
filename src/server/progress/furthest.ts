import type { Reached } from "#contract/place.ts";
import type { Actor } from "#server/access/caller.ts";
import { listenedFraction } from "#server/alignment/held-shares.ts";
import { type LoadedBook, writeAboutBook } from "#server/alignment/loaded-book.ts";
import { shareInEdition } from "#server/books/editions/edition.ts";
import type { Deps } from "#server/deps.ts";

import { findHeard } from "./audiobook-progress.ts";
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
