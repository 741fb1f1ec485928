import type { Reached } from "#contract/place.ts";
import type { PlaceKey } from "#db/progress.ts";
import type { Actor } from "#server/access/caller.ts";
import { listenedFraction } from "#server/alignment/held-shares.ts";
import { type LoadedBook, writeAboutBook } from "#server/alignment/loaded-book.ts";
import { shareInEdition } from "#server/books/editions/edition.ts";
import type { Deps } from "#server/deps.ts";

import { findHeard } from "./audiobook-progress.ts";

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

/** From this age on, what a member said can't be taken back. */
const UNDO_WINDOW_MS = 60_000;

/** How far a member says they've read; a slip can be corrected within a minute (BEYOND 6). Call it in a transaction. */
export function setReportedFraction(
  deps: Deps,
  key: PlaceKey,
  fraction: number,
  saidAt = deps.clock.now().toISOString(),
): void {
  deps.stores.reading.saveReported(key, { fraction, saidAt, settled: committedFraction(deps, key, saidAt) });
}

/** Takes back what was said at that time, unless it stood for a minute. Call it in a transaction. */
export function undoReportedFraction(deps: Deps, key: PlaceKey, saidAt: string): void {
  const said = deps.stores.reading.findReported(key);
  if (said?.saidAt !== saidAt) return;
  const settled = committedFraction(deps, key, deps.clock.now().toISOString());
  deps.stores.reading.saveReported(key, { fraction: settled, saidAt, settled });
}

/** `saidAt`: of what replaces it, which is earlier than now if that waited for the network. */
function committedFraction(deps: Deps, key: PlaceKey, saidAt: string): number {
  const before = deps.stores.reading.findReported(key);
  if (!before) return 0;
  // what was said before it, but arrives after it, replaces it now
  const until = saidAt < before.saidAt ? deps.clock.now().getTime() : Date.parse(saidAt);
  const stood = until - Date.parse(before.saidAt) >= UNDO_WINDOW_MS;
  return Math.max(before.settled, stood ? before.fraction : 0);
}
