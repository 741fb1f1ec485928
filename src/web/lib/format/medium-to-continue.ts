import type { BookPlace } from "#contract/place.ts";

type Offered = Pick<BookPlace, "listening" | "reading" | "offer" | "spent">;

/** Seconds after which a newer place counts even if it's further back. */
const LONG_STAY = 300;
/** Stays that differ by fewer seconds are equal. */
const ABOUT = 60;

/** Whether a page shows the offer: it leads further, or five minutes were heard or read there (BEYOND 9). */
export function isWorthShowing(place: Offered): boolean {
  const { offer, spent } = place;
  // a page that somebody typed is meant
  if (offer?.from === "paper") return true;
  return offer !== null && (isFurther(place) || (spent?.[offer.from] ?? 0) >= LONG_STAY);
}

/** The medium to continue in: the newer, unless it leads back after a shorter stay; null where both agree, or paper is newer. */
export function mediumToContinue(place: Offered): "listening" | "reading" | null {
  const { offer, spent } = place;
  if (!offer || offer.from === "paper") return null;
  const other = offer.from === "listening" ? "reading" : "listening";
  const needed = Math.min(LONG_STAY, spent?.[other] ?? 0);
  return isFurther(place) || (spent?.[offer.from] ?? 0) + ABOUT >= needed ? offer.from : other;
}

function isFurther({ listening, reading, offer }: Offered): boolean {
  return offer?.from === "listening"
    ? offer.fraction > (reading?.fraction ?? 0)
    : (offer?.seconds ?? 0) > (listening?.seconds ?? 0);
}
