import type { BookProgress } from "#contract/book-progress.ts";
import type { NewPaperProgress, PaperJump } from "#contract/progress.ts";
import type { PaperPoint, PaperRow } from "#db/paper.ts";
import type { ProgressKey } from "#db/progress.ts";
import { type Actor, writeAs } from "#server/access/caller.ts";
import { writeAboutBook } from "#server/alignment/loaded-book.ts";
import { mapFraction } from "#server/books/editions/edition.ts";
import { type MemberViewer, requireBook } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { AppError, fieldError } from "#server/errors.ts";

import { buildBookProgress } from "./book-progress.ts";
import { furthestFraction, setReportedFraction, undoReportedFraction } from "./furthest.ts";
import { addPoint, fractionOfPage, pageOfFraction } from "./paper-points.ts";

const PAGE_EXPIRED_MESSAGE = "That page isn't in your history anymore.";

/** Saves "I'm on page 143 of 320" (BEYOND 10, 13), and adds the replaced page to the history. @throws AppError */
export async function savePaper(
  deps: Deps,
  actor: Actor,
  bookId: number,
  body: NewPaperProgress,
): Promise<BookProgress> {
  if (body.fraction !== undefined && body.page === undefined) throw fieldError("/page", "Say which page that is.");
  return writeAboutBook(deps, actor, bookId, (author, loaded) => {
    const { position, isOtherEdition } = mapFraction(deps, loaded.book, body.edition, body.fraction ?? 0);
    const maxFraction = isOtherEdition ? furthestFraction(deps, author.id, loaded) : 1;
    savePaperCopy(
      deps,
      { userId: author.id, bookId },
      { ...body, ...(body.fraction !== undefined && { fraction: position }) },
      maxFraction,
    );
    return buildBookProgress(deps, author.id, loaded);
  });
}

/** @throws AppError not-found; conflict if it left the history */
export function restorePaper(deps: Deps, actor: Actor, bookId: number, jumpId: number) {
  return writeAboutBook(deps, actor, bookId, (author, loaded) => {
    const key = { userId: author.id, bookId };
    const { paper } = deps.stores;
    const jump = paper.findJump(key, jumpId);
    if (!jump) throw new AppError("conflict", PAGE_EXPIRED_MESSAGE);
    const copyBefore = paper.find(key);
    const points: readonly PaperPoint[] =
      jump.points ?? (copyBefore?.pages === jump.pages ? paper.listPoints(key) : []);
    if (copyBefore) addToHistory(deps, key, copyBefore);
    replaceCopy(deps, key, { ...jump, points, updatedAt: deps.clock.now().toISOString() });
    return buildBookProgress(deps, author.id, loaded);
  });
}

/** The history stays, and so does a reported position that is final. */
export function deletePaper(deps: Deps, actor: Actor, bookId: number): void {
  writeAs(deps, actor, (author) => {
    requireBook(deps, author, bookId);
    const key = { userId: author.id, bookId };
    const before = deps.stores.paper.find(key);
    if (!before) return;
    addToHistory(deps, key, before);
    deps.stores.paper.delete(key);
    undoReportedFraction(deps, key, before.updatedAt);
  });
}

export function listPaperJumps(deps: Deps, user: MemberViewer, bookId: number): PaperJump[] {
  requireBook(deps, user, bookId);
  return deps.stores.paper.listJumps({ userId: user.id, bookId });
}

/** The lookup returns null without a paper copy. */
export function createPageLookup({ stores }: Deps, key: ProgressKey): (fraction: number) => number | null {
  const copy = stores.paper.find(key);
  const points = stores.paper.listPoints(key);
  return (fraction) => copy && pageOfFraction(fraction, { pages: copy.pages, points });
}

/** @param maxFraction limits the reported position */
function savePaperCopy(deps: Deps, key: ProgressKey, body: NewPaperProgress, maxFraction: number): void {
  const { pages, page: sentPage, fraction, age = 0 } = body;
  const { paper } = deps.stores;
  const before = paper.find(key);
  const page = sentPage ?? before?.page ?? null;
  if (page !== null && page > pages)
    throw fieldError("/page", `The book has ${pages} pages. Say which page you're on.`);
  const updatedAt = new Date(deps.clock.now().getTime() - age * 1000).toISOString();
  if (before && updatedAt < before.updatedAt && page !== null) {
    // it waited in the offline queue while another device saved a newer page
    if (page !== before.page) paper.addJump(key, { page, pages, leftAt: updatedAt, points: null });
    return;
  }
  const hasChanged = before?.page !== page || before.pages !== pages || fraction !== undefined;
  if (before && hasChanged) addToHistory(deps, key, before);
  const currentPoints = before?.pages === pages ? paper.listPoints(key) : [];
  const points =
    page !== null && fraction !== undefined ? addPoint(currentPoints, { page, fraction }, pages) : currentPoints;
  replaceCopy(deps, key, { pages, page, updatedAt, points }, maxFraction);
}

function replaceCopy(
  deps: Deps,
  key: ProgressKey,
  { page, pages, updatedAt, points }: PaperRow & { points: readonly PaperPoint[] },
  maxFraction = 1,
) {
  const { paper } = deps.stores;
  paper.save(key, { pages, page, updatedAt });
  paper.setPoints(key, points);
  if (page !== null)
    setReportedFraction(deps, key, Math.min(maxFraction, fractionOfPage(page, { pages, points })), updatedAt);
}

function addToHistory({ stores }: Deps, key: ProgressKey, { page, pages, updatedAt }: PaperRow) {
  if (page !== null)
    stores.paper.addJump(key, { page, pages, leftAt: updatedAt, points: stores.paper.listPoints(key) });
}
