import { NON_TEXT_ELEMENTS } from "#contract/split-sentences.ts";
import { codePoints } from "#contract/text-length.ts";

import type { ReadDocument } from "./clean-document.ts";

const HEADING = /^h[1-3]$/;

/**
 * Counts by BEYOND 5: code points, whitespace collapsed and trimmed. Pass `reader` to a cleaner, then ask. `onShown` gets
 * each piece that counts, the last one perhaps with a space behind it.
 */
export function createTextCounter(onShown: (text: string) => void = () => {}) {
  let length = 0;
  let unseen = 0;
  let endsInSpace = true;
  let headingDepth = 0;
  let heading = "";
  let headingDone = false;
  const starts = new Map<string, number>();

  const reader: ReadDocument = {
    open: (local, id) => {
      // an unclosed HTML head
      if (local === "body") unseen = 0;
      if (NON_TEXT_ELEMENTS.has(local)) unseen += 1;
      if (id !== "" && !starts.has(id)) starts.set(id, length);
      if (HEADING.test(local) && !headingDone) headingDepth += 1;
    },
    close: (local) => {
      if (NON_TEXT_ELEMENTS.has(local)) unseen = Math.max(0, unseen - 1);
      if (!HEADING.test(local) || headingDepth === 0) return;
      headingDepth -= 1;
      headingDone = headingDepth === 0 && heading.trim() !== "";
    },
    text: (text) => {
      if (unseen > 0) return;
      if (headingDepth > 0) heading += ` ${text}`;
      const folded = text.replaceAll(/\s+/g, " ");
      const shown = endsInSpace && folded.startsWith(" ") ? folded.slice(1) : folded;
      if (shown === "") return;
      onShown(shown);
      length += codePoints(shown);
      endsInSpace = shown.endsWith(" ");
    },
  };
  return {
    reader,
    result: () => ({
      length: endsInSpace && length > 0 ? length - 1 : length,
      starts,
      heading: heading.replaceAll(/\s+/g, " ").trim().slice(0, 300),
    }),
  };
}
