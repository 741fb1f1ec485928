const ACCENTS_MAX = 100;
/** Halfwidth Japanese marks are letters until they're normalized. */
const ACCENT_RUN = new RegExp(`[\\p{M}\\uFF9E\\uFF9F]{${ACCENTS_MAX}}`, "gu");
const COMBINING_GRAPHEME_JOINER = "\u034F";

/** Sorting a long run of accents takes quadratic time, so it's divided (Unicode's Stream-Safe Text Format). */
export function normalizeText(text: string, form: "NFC" | "NFD" | "NFKC" | "NFKD"): string {
  const isLong = text.length > ACCENTS_MAX;
  return (isLong ? text.replaceAll(ACCENT_RUN, `$&${COMBINING_GRAPHEME_JOINER}`) : text).normalize(form);
}
