import { TITLE_MAX_LENGTH } from "#contract/limits/books.ts";

/** Another service's text as one line that a book may have. */
export function foreignLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, " ")
    .trim()
    .slice(0, TITLE_MAX_LENGTH)
    .toWellFormed();
}
