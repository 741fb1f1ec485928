import { chapterIndexAt } from "#contract/chapters.ts";
import type { Jump, NewProgress, Progress, ProgressConflict } from "#contract/progress.ts";
import type { PlaceKey, ProgressRow } from "#db/progress.ts";
import { type Reader, requireBook } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";

import { countReached } from "./count-reached.ts";
import { LISTENING, type Place, type Save, toSave } from "./rules.ts";
import { savePlace } from "./save-place.ts";

/** Seconds to listen after a jump before it counts as reached. */
const EARNED_SECONDS = 60;

/** The start when none was saved. @throws AppError 'not-found' */
export function readProgress(deps: Deps, user: Reader, bookId: number): Progress {
  requireBook(deps, user, bookId);
  return toProgress(bookId, deps.stores.progress.find({ userId: user.id, bookId }));
}

/** A member's place in the audiobook, and how far counts as heard; null before the first save. */
export function findHeard({ stores }: Deps, key: PlaceKey): ProgressRow | null {
  return stores.progress.find(key);
}

/** Negative is the start (SPEC 5). A stale save only adds to the history. @throws AppError 'not-found' */
export function saveProgress(deps: Deps, user: Reader, call: NewProgress): Progress | ProgressConflict {
  const { chapters } = requireBook(deps, user, call.bookId);
  const key: PlaceKey = { userId: user.id, bookId: call.bookId };
  const save = toSave(call, Math.max(0, call.currentTime), deps.clock.now().getTime());
  const at = (position: number) => ({ position, chapter: chapterIndexAt(chapters, position) });
  return deps.stores.transaction(() =>
    savePlace(key, save, {
      store: deps.stores.progress,
      scale: LISTENING,
      placeOfRow: (row) => row.position,
      placeOfJump: (jump) => jump.currentTime,
      toJump: (position, left) => ({ ...at(position), ...left }),
      toRow: (before, place) => toRow(before, place, { save, chapter: at(place.position).chapter }),
      show: (row) => toProgress(call.bookId, row),
      stale: "You've listened on another device since.",
    }),
  );
}

/** Positions left by a jump, newest first, at most `JUMPS_KEPT`. @throws AppError 'not-found' */
export function listJumps(deps: Deps, user: Reader, bookId: number): Jump[] {
  requireBook(deps, user, bookId);
  return deps.stores.progress.listJumps({ userId: user.id, bookId });
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
