import { chapterAt } from "#contract/chapters.ts";
import type { Jump, NewProgress, Progress, ProgressConflict } from "#contract/progress.ts";
import type { User } from "#contract/users.ts";
import type { PlaceKey, ProgressRow } from "#db/progress.ts";
import { type BookViewer, requireBook } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";

import { isReachable, judge, LISTENING, type Place, placeOf, type Save, toSave } from "./progress-rules.ts";
import { countReached } from "./reached-rules.ts";

/** A refused tick of one stale player replaces its previous one within this time. */
const SAME_LISTENING_MS = 10_000;
/** Seconds to hear after a jump before it counts as reached. */
const EARNED_SECONDS = 60;

type Listener = BookViewer & Pick<User, "id">;

/** The start when none was saved. @throws AppError 'not-found' */
export function readProgress(deps: Deps, user: Listener, bookId: number): Progress {
  requireBook(deps, user, bookId);
  return toProgress(bookId, deps.stores.progress.find({ userId: user.id, bookId }));
}

/** A member's place in the audiobook and how far counts as heard; null before the first. */
export function findHeard({ stores }: Deps, key: PlaceKey): ProgressRow | null {
  return stores.progress.find(key);
}

/** Negative is the start (SPEC 5). A stale save only adds to the history. @throws AppError 'not-found' */
export function saveProgress(deps: Deps, user: Listener, call: NewProgress): Progress | ProgressConflict {
  const { chapters } = requireBook(deps, user, call.bookId);
  const key: PlaceKey = { userId: user.id, bookId: call.bookId };
  const now = deps.clock.now().getTime();
  const save = toSave(call, Math.max(0, call.currentTime), now);
  const keep = (position: number, device: string | null) =>
    keepJump(deps, key, { position, chapter: chapterAt(chapters, position), device }, now);

  return deps.stores.transaction(() => {
    const row = deps.stores.progress.find(key);
    const verdict = judge(row && placeOf(row, row.position), save, LISTENING);
    if (verdict.kind === "repeated") return toProgress(call.bookId, row);
    if (verdict.kind === "stale") {
      if (verdict.kept !== null) keep(verdict.kept, save.device);
      return { message: "You've listened on another device since.", progress: toProgress(call.bookId, row) };
    }
    if (verdict.left !== null) keep(verdict.left, row?.device ?? null);
    const saved = toRow(row, verdict.place, { save, chapter: chapterAt(chapters, verdict.place.position) });
    deps.stores.progress.save(key, saved);
    return toProgress(call.bookId, saved);
  });
}

/** Positions left by a jump, newest first, at most `JUMPS_KEPT`. @throws AppError 'not-found' */
export function listJumps(deps: Deps, user: Listener, bookId: number): Jump[] {
  requireBook(deps, user, bookId);
  return deps.stores.progress.listJumps({ userId: user.id, bookId });
}

type LeftPlace = { position: number; chapter: number; device: string | null };

function keepJump(deps: Deps, key: PlaceKey, left: LeftPlace, now: number): void {
  for (const jump of deps.stores.progress.listJumps(key)) {
    const elapsed = now - Date.parse(jump.leftAt);
    if (elapsed > SAME_LISTENING_MS) break;
    if (jump.device === left.device && isReachable(jump.currentTime, left.position, elapsed, LISTENING))
      deps.stores.progress.removeJump(jump.id);
  }
  deps.stores.progress.insertJump(key, { ...left, leftAt: new Date(now).toISOString() });
}

function toRow(
  before: ProgressRow | null,
  { at, runSought, ...place }: Place,
  { save, chapter }: { save: Save; chapter: number },
): ProgressRow {
  const { position, reached, runStart } = place;
  const { counted, jump } = countReached(
    { counted: before?.counted ?? 0, jump: before?.jumpedTo ?? null },
    {
      position,
      isNewRun: !before || before.runStart !== runStart,
      isJump: save.reason === "seek",
      jump: position,
    },
    (start) => reached - start >= EARNED_SECONDS,
  );
  const updatedAt = new Date(at).toISOString();
  return { ...place, chapter, runSought: runSought ? 1 : 0, updatedAt, counted, jumpedTo: jump };
}

function toProgress(bookId: number, row: ProgressRow | null): Progress {
  if (!row) return { bookId, currentTime: 0, chapter: 0, updatedAt: null, revision: 0, device: null };
  const { position, chapter, updatedAt, revision, device } = row;
  return { bookId, currentTime: position, chapter, updatedAt, revision, device };
}
