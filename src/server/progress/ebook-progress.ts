import { DEFAULT_CODE_POINTS_PER_MINUTE, isCountedInPages } from "#contract/chapters.ts";
import type { NewReadingProgress, ReadingConflict, ReadingJump, ReadingProgress } from "#contract/reading.ts";
import type { ProgressKey, ReadingRow } from "#db/progress.ts";
import { mapFraction } from "#server/books/editions/edition.ts";
import { cachedContents } from "#server/books/text/contents.ts";
import { type MemberViewer, requireBook } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import type { TextContents } from "#server/epub/read-contents.ts";

import { isReadPage } from "./pace.ts";
import { advanceFurthest, savePosition } from "./save-position.ts";
import {
  measureAdvance,
  type PositionTolerances,
  type Save,
  type StoredPosition,
  toSave,
  toStoredPosition,
} from "./save-rules.ts";

/** Reading time after a jump until it counts. */
const MIN_READING_MS = 60_000;
/** A novel's code points, for a book whose text isn't loaded yet. */
const DEFAULT_BOOK_CODE_POINTS = 400_000;
/** A page of images takes as long to read as this many. */
const PAGE_CODE_POINTS = 300;

export function getReadingProgress(deps: Deps, user: MemberViewer, bookId: number): ReadingProgress {
  requireBook(deps, user, bookId);
  return toProgress(bookId, deps.stores.reading.find({ userId: user.id, bookId }));
}

export function saveReadingProgress(
  deps: Deps,
  user: MemberViewer,
  body: NewReadingProgress,
): ReadingProgress | ReadingConflict {
  const { bookId, locator = null } = body;
  const book = requireBook(deps, user, bookId);
  const key: ProgressKey = { userId: user.id, bookId };
  const contents = cachedContents(deps, book);
  const { position: fraction, isOtherEdition } = mapFraction(deps, book, body.edition, body.fraction);
  const now = deps.clock.now().toISOString();
  const save = toSave(body, fraction, Date.parse(now));
  const tolerances = createReadingTolerances(countCodePoints(contents));
  return deps.stores.transaction(() =>
    savePosition(key, save, {
      store: deps.stores.reading,
      tolerances,
      positionOfRow: (row) => row.fraction,
      positionOfJump: (jump) => jump.fraction,
      toJump: (fraction, origin, row) => ({ fraction, locator: row ? row.reachedLocator : locator, ...origin }),
      toRow: (before, stored) => ({
        ...toReadingRow(before, stored, {
          save,
          locator,
          tolerances,
          otherEditionSince: isOtherEdition ? now : null,
        }),
        ...addReadPage(before, save, contents),
      }),
      toResponse: (row) => toProgress(bookId, row),
      staleMessage: "You've read on another device since.",
    }),
  );
}

export function listReadingJumps(deps: Deps, user: MemberViewer, bookId: number): ReadingJump[] {
  requireBook(deps, user, bookId);
  return deps.stores.reading.listJumps({ userId: user.id, bookId });
}

function countCodePoints(contents: TextContents | null): number {
  if (!contents) return DEFAULT_BOOK_CODE_POINTS;
  return isCountedInPages(contents) ? contents.length * PAGE_CODE_POINTS : contents.length;
}

/** A page is about 1,500 code points, and takes at least half a second. */
export function createReadingTolerances(length: number): PositionTolerances {
  const fractionOf = (codePoints: number, maxFraction: number) =>
    Math.min(codePoints / Math.max(1, length), maxFraction);
  return {
    rewindMax: fractionOf(6000, 0.05),
    startZone: fractionOf(1500, 0.01),
    runMin: fractionOf(300, 0.001),
    plainStepMax: fractionOf(3000, 0.01),
    perSecond: 3000 / Math.max(1, length),
    grace: 6000 / Math.max(1, length),
    // four times as fast as most people read is leafing through (BEYOND 9)
    countedPace: {
      perSecond: (4 * DEFAULT_CODE_POINTS_PER_MINUTE) / 60 / Math.max(1, length),
      grace: 300 / Math.max(1, length),
    },
  };
}

function toReadingRow(
  before: ReadingRow | null,
  { at, position, ...stored }: StoredPosition,
  {
    save,
    locator,
    tolerances,
    otherEditionSince,
  }: { save: Save; locator: string | null; tolerances: PositionTolerances; otherEditionSince: string | null },
): Omit<ReadingRow, keyof PaceSums> {
  const storedBefore = before && toStoredPosition(before, before.fraction);
  const { isJump, leadMs } = measureAdvance(storedBefore, stored.runStart, save, tolerances);
  const updatedAt = new Date(at + leadMs).toISOString();
  const { counted, jump } = advanceFurthest(
    { counted: before?.counted ?? 0, jump: before?.jumpedAt ?? null },
    { position, jump: isJump ? updatedAt : null },
    (since) => at - Date.parse(since) >= MIN_READING_MS,
  );
  return {
    ...stored,
    fraction: position,
    locator,
    reachedLocator: stored.reached === position || !before ? locator : before.reachedLocator,
    updatedAt,
    counted: otherEditionSince ? (before?.counted ?? 0) : counted,
    jumpedAt: otherEditionSince ?? jump,
  };
}

type PaceSums = Pick<ReadingRow, "pacedPages" | "pacedCodePoints" | "pacedSeconds">;

function addReadPage(row: ReadingRow | null, save: Save, contents: TextContents | null): PaceSums {
  const { pacedPages = 0, pacedCodePoints = 0, pacedSeconds = 0 } = row ?? {};
  const unchangedPace = { pacedPages, pacedCodePoints, pacedSeconds };
  const isPageTurn =
    row && save.reason === "tick" && row.client === save.client && contents && !isCountedInPages(contents);
  if (!isPageTurn) return unchangedPace;
  const codePoints = Math.round((save.position - row.fraction) * contents.length);
  const seconds = Math.round((save.at - Date.parse(row.updatedAt)) / 1000);
  if (!isReadPage(codePoints, seconds)) return unchangedPace;
  return {
    pacedPages: pacedPages + 1,
    pacedCodePoints: pacedCodePoints + codePoints,
    pacedSeconds: pacedSeconds + seconds,
  };
}

function toProgress(bookId: number, row: ReadingRow | null): ReadingProgress {
  if (!row) return { bookId, fraction: 0, locator: null, revision: 0, device: null, updatedAt: null };
  const { fraction, locator, revision, device, updatedAt } = row;
  return { bookId, fraction, locator, revision, device, updatedAt };
}
