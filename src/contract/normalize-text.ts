/** Halfwidth Japanese marks are letters until they're normalized. */
const ACCENT_RUN = /[\p{M}\uFF9E\uFF9F]{100}/gu;

/**
 * Sorting a long run of accents takes quadratic time, so a combining grapheme joiner divides it (Unicode's Stream-Safe
 * Text Format).
 */
export function normalizeText(text: string, form: "NFC" | "NFD" | "NFKC" | "NFKD"): string {
  return text.replaceAll(ACCENT_RUN, "$&\u034F").normalize(form);
}
