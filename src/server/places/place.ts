import { USUAL_PACE } from "#contract/pace.ts";
import type { BookPlace } from "#contract/place.ts";
import { exactnessAt, fractionAt, secondsAt } from "#contract/timeline.ts";
import type { Reader } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { tocEntryAt } from "#server/reading/contents.ts";
import { type LoadedBook, openBook } from "#server/reading/loaded-book.ts";

import { timeLeftOf } from "./pace.ts";
import { reachedFraction } from "./reached.ts";
import { findHeard } from "./sound.ts";

const SAME_PLACE_SECONDS = 30;
const CODE_POINTS_A_SECOND = USUAL_PACE / 60;

/** The member's places in text and audio, and an offer of the newer one (BEYOND 5). @throws AppError not-found */
export async function readPlace(deps: Deps, user: Reader, bookId: number): Promise<BookPlace> {
  const loaded = await openBook(deps, user, bookId);
  const { book, contents } = loaded;
  const key = { userId: user.id, bookId };
  const heard = findHeard(deps, key);
  const read = deps.stores.reading.find(key);
  const listening = heard && { seconds: heard.position, at: heard.updatedAt };
  const reading = read && { fraction: read.fraction, locator: read.locator, at: read.updatedAt };
  const offer = findOffer(loaded, { listening, reading });
  const reached = reachedFraction(deps, user.id, loaded);
  const where = { heard: heard?.position ?? 0, read: read?.fraction ?? 0 };
  const place = { listening, reading, reached, offer, ...timeLeftOf(deps, user.id, { book, contents, ...where }) };
  if (!offer) return place;
  const spent = {
    listening: heard ? heard.reached - heard.runStart : 0,
    reading: read ? Math.round(((read.reached - read.runStart) * (contents?.length ?? 0)) / CODE_POINTS_A_SECOND) : 0,
  };
  return { ...place, spent };
}

type Places = Pick<BookPlace, "listening" | "reading">;

function findOffer({ contents, timeline }: LoadedBook, { listening, reading }: Places): BookPlace["offer"] {
  if (!timeline || (!listening && !reading)) return null;
  const heard = listening?.seconds ?? 0;
  const read = secondsAt(timeline, reading?.fraction ?? 0);
  if (Math.abs(heard - read) <= SAME_PLACE_SECONDS) return null;
  const isHeardLater = (listening?.at ?? "") > (reading?.at ?? "");
  const seconds = isHeardLater ? heard : Math.round(read);
  const fraction = isHeardLater ? fractionAt(timeline, heard) : (reading?.fraction ?? 0);
  return {
    from: isHeardLater ? "listening" : "reading",
    seconds,
    fraction,
    chapter: contents && tocEntryAt(contents, fraction),
    confidence: exactnessAt(timeline, seconds),
  };
}
