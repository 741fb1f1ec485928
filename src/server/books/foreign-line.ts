import { cutText } from "#contract/cut-text.ts";
import { TITLE_MAX_LENGTH } from "#contract/limits/books.ts";

/** Another service's text as one line that a book may have. */
export function foreignLine(text: string): string {
  return cutText(text.replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, " ").trim(), TITLE_MAX_LENGTH);
}
