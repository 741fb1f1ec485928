import { USUAL_PACE } from "#contract/chapters.ts";
import type { BookPlace } from "#contract/place.ts";
import { confidenceLabelAt, fractionAt, secondsAt } from "#contract/timeline.ts";
import type { PaperPoint, PaperRow } from "#db/paper.ts";
import { type LoadedBook, openBook } from "#server/alignment/loaded-book.ts";
import { editionOf } from "#server/books/editions/edition.ts";
import type { MemberViewer } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { tocEntryAt } from "#server/epub/ebooks.ts";

import { findHeard } from "./audiobook-progress.ts";
import { furthestFraction } from "./furthest.ts";
import { isPaceWanted, timeLeftOf } from "./pace.ts";
import { fractionOfPage } from "./paper-points.ts";

const SAME_PLACE_SECONDS = 30;
const CODE_POINTS_A_SECOND = USUAL_PACE / 60;

/** The member's places, and an offer of the newest one (BEYOND 5, 10). @throws AppError not-found */
export async function readPlace(deps: Deps, user: MemberViewer, bookId: number): Promise<BookPlace> {
  return placeIn(deps, user.id, await openBook(deps, user, bookId));
}

/** The same for a book that is open. */
export function placeIn(deps: Deps, userId: number, loaded: LoadedBook): BookPlace {
  const { book, contents } = loaded;
  const key = { userId, bookId: book.id };
  const heard = findHeard(deps, userId, book);
  const read = deps.stores.reading.find(key);
  const copy = deps.stores.paper.find(key);
  const listening = heard && { seconds: heard.position, at: heard.updatedAt };
  const reading = read && { fraction: read.fraction, locator: read.locator, at: read.updatedAt };
  const paper = copy && { page: copy.page, pages: copy.pages };
  const onPaper = copy && onPage(copy, deps.stores.paper.points(key));
  const offer = findOffer(loaded, { listening, reading, onPaper });
  const reached = furthestFraction(deps, userId, loaded);
  const where = { heard: heard?.position ?? 0, read: read?.fraction ?? 0 };
  const left = timeLeftOf(deps, userId, { book, contents, ...where });
  const isOnPaper = isNewest(onPaper, { listening, reading });
  const pages =
    isOnPaper && copy?.page != null && isPaceWanted(deps, userId) ? { pagesLeft: copy.pages - copy.page } : {};
  const place = { edition: editionOf(deps, book), listening, reading, paper, reached, offer, ...left, ...pages };
  if (!offer) return place;
  const spent = {
    listening: heard ? heard.reached - heard.runStart : 0,
    reading: read ? Math.round(((read.reached - read.runStart) * (contents?.length ?? 0)) / CODE_POINTS_A_SECOND) : 0,
  };
  return { ...place, spent };
}

/** Paper's share of the text, and when it was said. */
type OnPaper = { fraction: number; at: string };
type Places = Pick<BookPlace, "listening" | "reading"> & { onPaper: OnPaper | null };

function onPage({ page, pages, updatedAt }: PaperRow, points: readonly PaperPoint[]): OnPaper | null {
  return page === null ? null : { fraction: fractionOfPage(page, { pages, points }), at: updatedAt };
}

function isNewest(onPaper: OnPaper | null, { listening, reading }: Omit<Places, "onPaper">): boolean {
  return onPaper !== null && onPaper.at > (listening?.at ?? "") && onPaper.at > (reading?.at ?? "");
}

function findOffer(loaded: LoadedBook, { listening, reading, onPaper }: Places): BookPlace["offer"] {
  if (onPaper && isNewest(onPaper, { listening, reading }))
    return offerOfPaper(loaded, { listening, reading, onPaper });
  const { timeline } = loaded;
  if (!timeline || (!listening && !reading)) return null;
  const heard = listening?.seconds ?? 0;
  const read = secondsAt(timeline, reading?.fraction ?? 0);
  if (Math.abs(heard - read) <= SAME_PLACE_SECONDS) return null;
  const isHeardLater = (listening?.at ?? "") > (reading?.at ?? "");
  const seconds = isHeardLater ? heard : Math.round(read);
  const fraction = isHeardLater ? fractionAt(timeline, heard) : (reading?.fraction ?? 0);
  return offerAt(loaded, { from: isHeardLater ? "listening" : "reading", seconds, fraction });
}

/** One file, text or sound, is enough: it's where the other one isn't. */
function offerOfPaper(
  loaded: LoadedBook,
  { listening, reading, onPaper }: Places & { onPaper: OnPaper },
): BookPlace["offer"] {
  const { book, contents, timeline } = loaded;
  const length = book.audiobookSeconds ?? (contents?.length ?? 0) / CODE_POINTS_A_SECOND;
  const toSeconds = (fraction: number) => (timeline ? secondsAt(timeline, fraction) : fraction * length);
  const seconds = toSeconds(onPaper.fraction);
  const isElsewhere = (other: number) => Math.abs(other - seconds) > SAME_PLACE_SECONDS;
  const isNews =
    (book.audiobookSeconds !== null && isElsewhere(listening?.seconds ?? 0)) ||
    (contents !== null && isElsewhere(toSeconds(reading?.fraction ?? 0)));
  if (!isNews) return null;
  return offerAt(loaded, { from: "paper", seconds: Math.round(seconds), fraction: onPaper.fraction });
}

type Offered = Pick<NonNullable<BookPlace["offer"]>, "from" | "seconds" | "fraction">;

function offerAt({ contents, timeline }: LoadedBook, offered: Offered): BookPlace["offer"] {
  return {
    ...offered,
    chapter: contents && tocEntryAt(contents, offered.fraction),
    confidence: timeline ? confidenceLabelAt(timeline, offered.seconds) : "rough",
  };
}
