import type { BookProgress } from "#contract/book-progress.ts";

type ProgressWithOffer = Pick<BookProgress, "listening" | "reading" | "offer" | "spent">;

const LONG_STAY_SECONDS = 300;
const SIMILAR_STAY_SECONDS = 60;

/** True if the offer leads further, or the member spent five minutes there (BEYOND 9). */
export function shouldShowOffer(progress: ProgressWithOffer): boolean {
  const { offer, spent } = progress;
  // A typed page is always intended.
  if (offer?.from === "paper") return true;
  return offer !== null && (isFurther(progress) || (spent?.[offer.from] ?? 0) >= LONG_STAY_SECONDS);
}

/** The newer medium, unless it leads back after a shorter stay; null if both agree, or paper is newer. */
export function mediumToContinue(progress: ProgressWithOffer): "listening" | "reading" | null {
  const { offer, spent } = progress;
  if (!offer || offer.from === "paper") return null;
  const other = offer.from === "listening" ? "reading" : "listening";
  const neededSeconds = Math.min(LONG_STAY_SECONDS, spent?.[other] ?? 0);
  return isFurther(progress) || (spent?.[offer.from] ?? 0) + SIMILAR_STAY_SECONDS >= neededSeconds ? offer.from : other;
}

function isFurther({ listening, reading, offer }: ProgressWithOffer): boolean {
  return offer?.from === "listening"
    ? offer.fraction > (reading?.fraction ?? 0)
    : (offer?.seconds ?? 0) > (listening?.seconds ?? 0);
}
