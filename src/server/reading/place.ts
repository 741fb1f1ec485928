import type { BookPlace } from "#contract/place.ts";
import { exactnessAt, fractionAt, secondsAt, type Timeline } from "#contract/timeline.ts";
import { requireBook } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { findHeard } from "#server/listening/progress.ts";

import { chapterAt } from "./contents.ts";
import { contentsOf, loadBook, type LoadedBook } from "./loaded-book.ts";
import { timelineOf } from "./match.ts";
import { reachedFraction, type Reader } from "./reached.ts";

const SAME_PLACE_SECONDS = 30;
/** A reader's usual 250 words a minute. */
const CODE_POINTS_A_SECOND = 25;

/** The member's place in text and audio, and the newer one as an offer (BEYOND 5). @throws AppError not-found */
export async function readPlace(deps: Deps, user: Reader, bookId: number): Promise<BookPlace> {
  const book = await loadBook(deps, requireBook(deps, user, bookId));
  const key = { userId: user.id, bookId };
  const heard = findHeard(deps, key);
  const read = deps.stores.reading.find(key);
  const listening = heard && { seconds: heard.position, at: heard.updatedAt };
  const reading = read && { fraction: read.fraction, locator: read.locator, at: read.updatedAt };
  const timeline = timelineOf(deps, book, user.id);
  const offer = timeline && findOffer(deps, book, { listening, reading, timeline });
  const reached = reachedFraction(deps, user.id, book);
  if (!timeline || !offer) return { listening, reading, reached, offer };
  const length = contentsOf(deps, book)?.length ?? 0;
  const spent = {
    listening: heard ? heard.reached - heard.runStart : 0,
    reading: read ? Math.round(((read.reached - read.runStart) * length) / CODE_POINTS_A_SECOND) : 0,
  };
  return { listening, reading, reached, offer, spent };
}

type Places = Pick<BookPlace, "listening" | "reading"> & { timeline: Timeline };

function findOffer(deps: Deps, book: LoadedBook, { listening, reading, timeline }: Places): BookPlace["offer"] {
  if (!listening && !reading) return null;
  const heard = listening?.seconds ?? 0;
  const read = secondsAt(timeline, reading?.fraction ?? 0);
  if (Math.abs(heard - read) <= SAME_PLACE_SECONDS) return null;
  const isHeardLater = (listening?.at ?? "") > (reading?.at ?? "");
  const seconds = isHeardLater ? heard : Math.round(read);
  const fraction = isHeardLater ? fractionAt(timeline, heard) : (reading?.fraction ?? 0);
  const contents = contentsOf(deps, book);
  return {
    from: isHeardLater ? "listening" : "reading",
    seconds,
    fraction,
    chapter: contents && chapterAt(contents, fraction),
    confidence: exactnessAt(timeline, seconds),
  };
}
