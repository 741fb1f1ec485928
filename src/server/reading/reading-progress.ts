import type { NewReadingProgress, ReadingConflict, ReadingJump, ReadingProgress } from "#contract/reading.ts";
import type { PlaceKey, ReadingRow } from "#db/progress.ts";
import { requireBook } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import {
  isReachable,
  judge,
  type Place,
  placeOf,
  type Save,
  type Scale,
  toSave,
} from "#server/listening/progress-rules.ts";
import { countReached } from "#server/listening/reached-rules.ts";

import { knownContents } from "./contents.ts";
import type { Reader } from "./reached.ts";

/** A refused tick of one stale device replaces its previous one within this time. */
const SAME_READING_MS = 10_000;
/** How long to read on after a jump before it counts. */
const EARNED_MS = 60_000;
/** A novel's code points, for a book whose text hasn't been read yet. */
const USUAL_LENGTH = 400_000;

/** The start when none was saved. @throws AppError 'not-found' */
export function readReadingProgress(deps: Deps, user: Reader, bookId: number): ReadingProgress {
  requireBook(deps, user, bookId);
  return toProgress(bookId, deps.stores.reading.find({ userId: user.id, bookId }));
}

/** By the rules of listening (decision 0008); a stale save only adds to the history. @throws AppError 'not-found' */
export function saveReadingProgress(
  deps: Deps,
  user: Reader,
  call: NewReadingProgress,
): ReadingProgress | ReadingConflict {
  const { bookId, locator = null } = call;
  const book = requireBook(deps, user, bookId);
  const key: PlaceKey = { userId: user.id, bookId };
  const now = deps.clock.now().getTime();
  const scale = scaleOf(knownContents(deps, book)?.length ?? USUAL_LENGTH);
  const save = toSave(call, call.fraction, now);

  return deps.stores.transaction(() => {
    const row = deps.stores.reading.find(key);
    const verdict = judge(row && placeOf(row, row.fraction), save, scale);
    if (verdict.kind === "repeated") return toProgress(bookId, row);
    if (verdict.kind === "stale") {
      const { device } = save;
      if (verdict.kept !== null) keepJump(deps, key, { fraction: verdict.kept, locator, device }, { now, scale });
      return { message: "You've read on another device since.", progress: toProgress(bookId, row) };
    }
    if (verdict.left !== null && row)
      keepJump(deps, key, { fraction: verdict.left, locator: row.reachedLocator, device: row.device }, { now, scale });
    const saved = toRow(row, verdict.place, { save, locator });
    deps.stores.reading.save(key, saved);
    return toProgress(bookId, saved);
  });
}

/** Newest first. @throws AppError 'not-found' */
export function listReadingJumps(deps: Deps, user: Reader, bookId: number): ReadingJump[] {
  requireBook(deps, user, bookId);
  return deps.stores.reading.listJumps({ userId: user.id, bookId });
}

/** A page is about 1,500 code points, turned in half a second at the fastest. */
function scaleOf(length: number): Scale {
  const share = (codePoints: number, ofBook: number) => Math.min(codePoints / Math.max(1, length), ofBook);
  return {
    slack: share(6000, 0.05),
    nearStart: share(1500, 0.01),
    settled: share(300, 0.001),
    plainStep: share(3000, 0.01),
    perSecond: 3000 / Math.max(1, length),
    grace: 6000 / Math.max(1, length),
  };
}

type Left = { fraction: number; locator: string | null; device: string | null };

function keepJump(deps: Deps, key: PlaceKey, left: Left, { now, scale }: { now: number; scale: Scale }): void {
  for (const jump of deps.stores.reading.listJumps(key)) {
    const elapsed = now - Date.parse(jump.leftAt);
    if (elapsed > SAME_READING_MS) break;
    if (jump.device === left.device && isReachable(jump.fraction, left.fraction, elapsed, scale))
      deps.stores.reading.removeJump(jump.id);
  }
  deps.stores.reading.insertJump(key, { ...left, leftAt: new Date(now).toISOString() });
}

function toRow(
  before: ReadingRow | null,
  { at, runSought, position, ...place }: Place,
  { save, locator }: { save: Save; locator: string | null },
): ReadingRow {
  const updatedAt = new Date(at).toISOString();
  const isNewRun = !before || before.runStart !== place.runStart;
  const { counted, jump } = countReached(
    { counted: before?.counted ?? 0, jump: before?.jumpedAt ?? null },
    { position, isNewRun, isJump: save.reason === "seek", jump: updatedAt },
    (since) => at - Date.parse(since) >= EARNED_MS,
  );
  return {
    ...place,
    fraction: position,
    locator,
    reachedLocator: place.reached === position || !before ? locator : before.reachedLocator,
    runSought: runSought ? 1 : 0,
    updatedAt,
    counted,
    jumpedAt: jump,
  };
}

function toProgress(bookId: number, row: ReadingRow | null): ReadingProgress {
  if (!row) return { bookId, fraction: 0, locator: null, revision: 0, device: null, updatedAt: null };
  const { fraction, locator, revision, device, updatedAt } = row;
  return { bookId, fraction, locator, revision, device, updatedAt };
}
