import type { Book } from "#contract/books.ts";
import { chapterIndexAt } from "#contract/chapters.ts";
import type { Jump, NewProgress, Progress, ProgressConflict } from "#contract/progress.ts";
import type { ProgressKey, ProgressRow } from "#db/progress.ts";
import { MIN_LISTENED_SECONDS } from "#server/alignment/preserved-progress.ts";
import { mapSeconds } from "#server/books/editions/edition.ts";
import { type MemberViewer, requireBook } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";

import { advanceFurthest, savePosition } from "./save-position.ts";
import {
  LISTENING_TOLERANCES,
  measureAdvance,
  type Save,
  type StoredPosition,
  toSave,
  toStoredPosition,
} from "./save-rules.ts";

type AudiobookChapters = Pick<Book, "id" | "audiobookSeconds" | "chapters">;

export function getProgress(deps: Deps, user: MemberViewer, bookId: number): Progress {
  requireBook(deps, user, bookId);
  return toProgress(bookId, deps.stores.progress.find({ userId: user.id, bookId }));
}

/** A negative position is the start (SPEC 5). A stale save only adds to the history. @throws AppError 'not-found' */
export function saveProgress(deps: Deps, user: MemberViewer, body: NewProgress): Progress | ProgressConflict {
  const book = requireBook(deps, user, body.bookId);
  const key: ProgressKey = { userId: user.id, bookId: body.bookId };
  const { position, isOtherEdition } = mapSeconds(deps, book, body.edition, Math.max(0, body.currentTime));
  const save = toSave(body, position, deps.clock.now().getTime());
  const withChapter = (position: number) => ({ position, chapter: chapterIndexAt(book.chapters, position) });
  return deps.stores.transaction(() =>
    savePosition(key, save, {
      store: deps.stores.progress,
      tolerances: LISTENING_TOLERANCES,
      positionOfRow: (row) => row.position,
      positionOfJump: (jump) => jump.currentTime,
      toJump: (position, origin) => ({ ...withChapter(position), ...origin }),
      toRow: (before, stored) => toProgressRow(before, stored, { save, book, isOld: isOtherEdition }),
      toResponse: (row) => toProgress(body.bookId, row),
      staleMessage: "You've listened on another device since.",
    }),
  );
}

export function listJumps(deps: Deps, user: MemberViewer, bookId: number): Jump[] {
  requireBook(deps, user, bookId);
  return deps.stores.progress.listJumps({ userId: user.id, bookId });
}

function toProgressRow(
  before: ProgressRow | null,
  { at, ...stored }: StoredPosition,
  { save, book, isOld }: { save: Save; book: AudiobookChapters; isOld: boolean },
): ProgressRow {
  const { position, reached, runStart } = stored;
  const storedBefore = before && toStoredPosition(before, before.position);
  const { isJump, leadMs } = measureAdvance(storedBefore, runStart, save, LISTENING_TOLERANCES);
  const { counted, jump } = advanceFurthest(
    { counted: before?.counted ?? 0, jump: before?.jumpedTo ?? null },
    { position, jump: isJump ? position : null },
    (start) => reached - start >= MIN_LISTENED_SECONDS,
  );
  const updatedAt = new Date(at + leadMs).toISOString();
  const { audiobookSeconds, chapters } = book;
  // a client that was open when a shorter file replaced this one still plays the longer one
  const isPastEnd = audiobookSeconds !== null && position > audiobookSeconds + MIN_LISTENED_SECONDS;
  return {
    ...stored,
    chapter: chapterIndexAt(chapters, position),
    updatedAt,
    counted: isPastEnd || isOld ? (before?.counted ?? 0) : counted,
    // progress in another edition counts once this edition is played there
    jumpedTo: isOld ? position : isPastEnd ? (before?.jumpedTo ?? null) : jump,
    heldShare: before?.heldShare ?? null,
    heldSeconds: before?.heldSeconds ?? null,
  };
}

function toProgress(bookId: number, row: ProgressRow | null): Progress {
  if (!row) return { bookId, currentTime: 0, chapter: 0, updatedAt: null, revision: 0, device: null };
  const { position, chapter, updatedAt, revision, device } = row;
  return { bookId, currentTime: position, chapter, updatedAt, revision, device };
}
