import type { BookPlace } from "#contract/place.ts";

type PlaceWithOffer = Pick<BookPlace, "listening" | "reading" | "offer" | "spent">;

/** Seconds after which a newer place counts even if it's further back. */
const LONG_STAY_SECONDS = 300;
/** Stays that differ by fewer seconds are equal. */
const SIMILAR_STAY_SECONDS = 60;

/** Whether a page shows the offer: it leads further, or five minutes were heard or read there (BEYOND 9). */
export function shouldShowOffer(place: PlaceWithOffer): boolean {
  const { offer, spent } = place;
  // a page that somebody typed is meant
  if (offer?.from === "paper") return true;
  return offer !== null && (isFurther(place) || (spent?.[offer.from] ?? 0) >= LONG_STAY_SECONDS);
}

/** The medium to continue in: the newer, unless it leads back after a shorter stay; null where both agree, or paper is newer. */
export function mediumToContinue(place: PlaceWithOffer): "listening" | "reading" | null {
  const { offer, spent } = place;
  if (!offer || offer.from === "paper") return null;
  const other = offer.from === "listening" ? "reading" : "listening";
  const needed = Math.min(LONG_STAY_SECONDS, spent?.[other] ?? 0);
  return isFurther(place) || (spent?.[offer.from] ?? 0) + SIMILAR_STAY_SECONDS >= needed ? offer.from : other;
}

function isFurther({ listening, reading, offer }: PlaceWithOffer): boolean {
  return offer?.from === "listening"
    ? offer.fraction > (reading?.fraction ?? 0)
    : (offer?.seconds ?? 0) > (listening?.seconds ?? 0);
}
