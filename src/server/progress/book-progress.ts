import type { BookProgress } from "#contract/book-progress.ts";
import { DEFAULT_CODE_POINTS_PER_MINUTE } from "#contract/chapters.ts";
import { confidenceLabelAt, fractionAt, secondsAt } from "#contract/timeline.ts";
import type { PaperPoint, PaperRow } from "#db/paper.ts";
import { type LoadedBook, openBook } from "#server/alignment/loaded-book.ts";
import { findEdition } from "#server/books/editions/edition.ts";
import type { MemberViewer } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { tocEntryAt } from "#server/epub/ebooks.ts";

import { furthestFraction } from "./furthest.ts";
import { getTimeLeft } from "./pace.ts";
import { fractionOfPage } from "./paper-points.ts";

const SAME_POSITION_SECONDS = 30;
const CODE_POINTS_PER_SECOND = DEFAULT_CODE_POINTS_PER_MINUTE / 60;

/** The member's positions in a book, and an offer of the newest one (BEYOND 5, 10). @throws AppError not-found */
export async function getBookProgress(deps: Deps, user: MemberViewer, bookId: number): Promise<BookProgress> {
  return buildBookProgress(deps, user.id, await openBook(deps, user, bookId));
}

export function buildBookProgress(deps: Deps, userId: number, loaded: LoadedBook): BookProgress {
  const { book, contents } = loaded;
  const key = { userId, bookId: book.id };
  const listeningRow = deps.stores.progress.find(key);
  const readingRow = deps.stores.reading.find(key);
  const copy = deps.stores.paper.find(key);
  const listening = listeningRow && { seconds: listeningRow.position, at: listeningRow.updatedAt };
  const reading = readingRow && {
    fraction: readingRow.fraction,
    locator: readingRow.locator,
    at: readingRow.updatedAt,
  };
  const paper = copy && { page: copy.page, pages: copy.pages };
  const paperPosition = copy && toPaperPosition(copy, deps.stores.paper.listPoints(key));
  const offer = findOffer(loaded, { listening, reading, paperPosition });
  const reached = furthestFraction(deps, userId, loaded);
  const positions = { listenedSeconds: listeningRow?.position ?? 0, readFraction: readingRow?.fraction ?? 0 };
  const timeLeft = getTimeLeft(deps, userId, { book, contents, ...positions });
  const isOnPaper = isPaperNewest(paperPosition, { listening, reading });
  const pages =
    isOnPaper && copy?.page != null && deps.stores.reading.findPace(userId).isWanted
      ? { pagesLeft: copy.pages - copy.page }
      : {};
  const progress = {
    edition: findEdition(deps, book),
    listening,
    reading,
    paper,
    reached,
    offer,
    ...timeLeft,
    ...pages,
  };
  if (!offer) return progress;
  const secondsSpent = {
    listening: listeningRow ? listeningRow.reached - listeningRow.runStart : 0,
    reading: readingRow
      ? Math.round(((readingRow.reached - readingRow.runStart) * (contents?.length ?? 0)) / CODE_POINTS_PER_SECOND)
      : 0,
  };
  return { ...progress, spent: secondsSpent };
}

type PaperPosition = { fraction: number; at: string };
type MediaPositions = Pick<BookProgress, "listening" | "reading"> & { paperPosition: PaperPosition | null };

function toPaperPosition({ page, pages, updatedAt }: PaperRow, points: readonly PaperPoint[]): PaperPosition | null {
  return page === null ? null : { fraction: fractionOfPage(page, { pages, points }), at: updatedAt };
}

function isPaperNewest(
  paperPosition: PaperPosition | null,
  { listening, reading }: Omit<MediaPositions, "paperPosition">,
): boolean {
  return paperPosition !== null && paperPosition.at > (listening?.at ?? "") && paperPosition.at > (reading?.at ?? "");
}

function findOffer(loaded: LoadedBook, { listening, reading, paperPosition }: MediaPositions): BookProgress["offer"] {
  if (paperPosition && isPaperNewest(paperPosition, { listening, reading }))
    return findPaperOffer(loaded, { listening, reading, paperPosition });
  const { timeline } = loaded;
  if (!timeline || (!listening && !reading)) return null;
  const listenedSeconds = listening?.seconds ?? 0;
  const readSeconds = secondsAt(timeline, reading?.fraction ?? 0);
  if (Math.abs(listenedSeconds - readSeconds) <= SAME_POSITION_SECONDS) return null;
  const isAudioNewer = (listening?.at ?? "") > (reading?.at ?? "");
  const seconds = isAudioNewer ? listenedSeconds : Math.round(readSeconds);
  const fraction = isAudioNewer ? fractionAt(timeline, listenedSeconds) : (reading?.fraction ?? 0);
  return toOffer(loaded, { from: isAudioNewer ? "listening" : "reading", seconds, fraction });
}

function findPaperOffer(
  loaded: LoadedBook,
  { listening, reading, paperPosition }: MediaPositions & { paperPosition: PaperPosition },
): BookProgress["offer"] {
  const { book, contents, timeline } = loaded;
  const durationSeconds = book.audiobookSeconds ?? (contents?.length ?? 0) / CODE_POINTS_PER_SECOND;
  const toSeconds = (fraction: number) => (timeline ? secondsAt(timeline, fraction) : fraction * durationSeconds);
  const seconds = toSeconds(paperPosition.fraction);
  const isElsewhere = (other: number) => Math.abs(other - seconds) > SAME_POSITION_SECONDS;
  const isNewPosition =
    (book.audiobookSeconds !== null && isElsewhere(listening?.seconds ?? 0)) ||
    (contents !== null && isElsewhere(toSeconds(reading?.fraction ?? 0)));
  if (!isNewPosition) return null;
  return toOffer(loaded, { from: "paper", seconds: Math.round(seconds), fraction: paperPosition.fraction });
}

type OfferPosition = Pick<NonNullable<BookProgress["offer"]>, "from" | "seconds" | "fraction">;

function toOffer({ contents, timeline }: LoadedBook, position: OfferPosition): BookProgress["offer"] {
  return {
    ...position,
    chapter: contents && tocEntryAt(contents, position.fraction),
    confidence: timeline ? confidenceLabelAt(timeline, position.seconds) : "rough",
  };
}
