import type { ReportedFraction } from "#contract/book-progress.ts";
import type { ProgressKey } from "#db/progress.ts";
import type { Actor } from "#server/access/caller.ts";
import { requireLatestChange } from "#server/access/latest-change.ts";
import { type LoadedBook, writeAboutBook } from "#server/alignment/loaded-book.ts";
import { listenedFraction } from "#server/alignment/preserved-progress.ts";
import { mapFraction } from "#server/books/editions/edition.ts";
import type { Deps } from "#server/deps.ts";

/** The furthest of the read, played and reported positions (BEYOND 6). Call it in a transaction. */
export function furthestFraction(deps: Deps, userId: number, loaded: LoadedBook): number {
  const key = { userId, bookId: loaded.book.id };
  const reportedRow = deps.stores.reading.findReported(key);
  const readFraction = deps.stores.reading.find(key)?.counted ?? 0;
  const listened = listenedFraction(loaded, deps.stores.progress.find(key));
  return Math.max(readFraction, listened, reportedRow?.fraction ?? 0, reportedRow?.settled ?? 0);
}

/** Saves how far a reader of a paper copy reports to be; correctable for a minute. @throws AppError not-found */
export function saveReportedFraction(
  deps: Deps,
  actor: Actor,
  bookId: number,
  body: ReportedFraction,
): Promise<{ reached: number }> {
  return writeAboutBook(deps, actor, bookId, (author, loaded) => {
    const { position, isOtherEdition } = mapFraction(deps, loaded.book, body.edition, body.fraction);
    const fraction = isOtherEdition ? Math.min(position, furthestFraction(deps, author.id, loaded)) : position;
    const key = { userId: author.id, bookId };
    const isUnchanged = deps.stores.reading.findReported(key)?.fraction === fraction;
    requireLatestChange(deps, actor, `reached ${bookId}`, isUnchanged);
    setReportedFraction(deps, key, fraction);
    return { reached: furthestFraction(deps, author.id, loaded) };
  });
}

const UNDO_WINDOW_MS = 60_000;

/** Correctable for a minute (BEYOND 6). Call it in a transaction. */
export function setReportedFraction(
  deps: Deps,
  key: ProgressKey,
  fraction: number,
  reportedAt = deps.clock.now().toISOString(),
): void {
  deps.stores.reading.saveReported(key, {
    fraction,
    saidAt: reportedAt,
    settled: committedFraction(deps, key, reportedAt),
  });
}

/** Undoes the report of that time, unless it's final. Call it in a transaction. */
export function undoReportedFraction(deps: Deps, key: ProgressKey, reportedAt: string): void {
  const reported = deps.stores.reading.findReported(key);
  if (reported?.saidAt !== reportedAt) return;
  const fractionBefore = committedFraction(deps, key, deps.clock.now().toISOString());
  deps.stores.reading.saveReported(key, { fraction: fractionBefore, saidAt: reportedAt, settled: fractionBefore });
}

/** @param replacedAt time of the next report, which is in the past if the report waited in the offline queue */
function committedFraction(deps: Deps, key: ProgressKey, replacedAt: string): number {
  const reportedBefore = deps.stores.reading.findReported(key);
  if (!reportedBefore) return 0;
  // an earlier report that arrives later replaces the current one now
  const endMs = replacedAt < reportedBefore.saidAt ? deps.clock.now().getTime() : Date.parse(replacedAt);
  const isCommitted = endMs - Date.parse(reportedBefore.saidAt) >= UNDO_WINDOW_MS;
  return Math.max(reportedBefore.settled, isCommitted ? reportedBefore.fraction : 0);
}
