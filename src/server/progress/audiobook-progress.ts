import type { Book } from "#contract/books.ts";
import { chapterIndexAt } from "#contract/chapters.ts";
import type { Jump, NewProgress, Progress, ProgressConflict } from "#contract/progress.ts";
import type { PlaceKey, ProgressRow } from "#db/progress.ts";
import { MIN_LISTENED_SECONDS } from "#server/alignment/held-shares.ts";
import { secondsInEdition } from "#server/books/editions/edition.ts";
import { type MemberViewer, requireBook } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";

import { advanceFurthest, savePlace } from "./save-place.ts";
import { isJump, LISTENING, type Save, type StoredPosition, toSave, toStoredPosition } from "./save-rules.ts";

type Sound = Pick<Book, "id" | "audiobookSeconds" | "chapters">;

/** The start when none was saved. @throws AppError 'not-found' */
export function readProgress(deps: Deps, user: MemberViewer, bookId: number): Progress {
  const book = requireBook(deps, user, bookId);
  return toProgress(bookId, findHeard(deps, user.id, book));
}

/** A member's place in the audiobook, and how far counts as heard; null before the first save. */
export function findHeard({ stores }: Deps, userId: number, { id }: Pick<Book, "id">): ProgressRow | null {
  return stores.progress.find({ userId, bookId: id });
}

/** Negative is the start (SPEC 5). A stale save only adds to the history. @throws AppError 'not-found' */
export function saveProgress(deps: Deps, user: MemberViewer, call: NewProgress): Progress | ProgressConflict {
  const book = requireBook(deps, user, call.bookId);
  const key: PlaceKey = { userId: user.id, bookId: call.bookId };
  const { place, isOld } = secondsInEdition(deps, book, call.edition, Math.max(0, call.currentTime));
  const save = toSave(call, place, deps.clock.now().getTime());
  const at = (position: number) => ({ position, chapter: chapterIndexAt(book.chapters, position) });
  return deps.stores.transaction(() =>
    savePlace(key, save, {
      store: deps.stores.progress,
      scale: LISTENING,
      placeOfRow: (row) => row.position,
      placeOfJump: (jump) => jump.currentTime,
      toJump: (position, left) => ({ ...at(position), ...left }),
      toRow: (before, place) => toRow(before, place, { save, book, isOld }),
      show: (row) => toProgress(call.bookId, row),
      stale: "You've listened on another device since.",
    }),
  );
}

/** Positions left by a jump, newest first, at most `POSITION_HISTORY_MAX`. @throws AppError 'not-found' */
export function listJumps(deps: Deps, user: MemberViewer, bookId: number): Jump[] {
  requireBook(deps, user, bookId);
  return deps.stores.progress.listJumps({ userId: user.id, bookId });
}

function toRow(
  before: ProgressRow | null,
  { at, runSought, ...place }: StoredPosition,
  { save, book, isOld }: { save: Save; book: Sound; isOld: boolean },
): ProgressRow {
  const { position, reached, runStart } = place;
  const hasJumped = isJump(before && toStoredPosition(before, before.position), runStart, save, LISTENING);
  const { counted, jump } = advanceFurthest(
    { counted: before?.counted ?? 0, jump: before?.jumpedTo ?? null },
    { position, jump: hasJumped ? position : null },
    (start) => reached - start >= MIN_LISTENED_SECONDS,
  );
  const updatedAt = new Date(at).toISOString();
  const { audiobookSeconds, chapters } = book;
  // a page that was open as a shorter file came still plays the longer one
  const isBeyond = audiobookSeconds !== null && position > audiobookSeconds + MIN_LISTENED_SECONDS;
  return {
    ...place,
    chapter: chapterIndexAt(chapters, position),
    runSought: runSought ? 1 : 0,
    updatedAt,
    counted: isBeyond || isOld ? (before?.counted ?? 0) : counted,
    // what was heard in another edition counts once this one is heard there
    jumpedTo: isOld ? position : isBeyond ? (before?.jumpedTo ?? null) : jump,
    heldShare: before?.heldShare ?? null,
    heldSeconds: before?.heldSeconds ?? null,
  };
}

function toProgress(bookId: number, row: ProgressRow | null): Progress {
  if (!row) return { bookId, currentTime: 0, chapter: 0, updatedAt: null, revision: 0, device: null };
  const { position, chapter, updatedAt, revision, device } = row;
  return { bookId, currentTime: position, chapter, updatedAt, revision, device };
}
