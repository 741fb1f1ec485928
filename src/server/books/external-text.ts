import { truncateText } from "#contract/cut-text.ts";
import { TITLE_MAX_LENGTH } from "#contract/limits.ts";
import { toLine } from "#contract/unseen.ts";

/** Another service's text as one line that a book may have. */
export function sanitizeExternalLine(text: string): string {
  return truncateText(toLine(text), TITLE_MAX_LENGTH);
}
