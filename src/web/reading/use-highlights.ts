import { useEffect } from "react";

import type { Bookmark } from "#contract/bookmarks.ts";

import type { Reader } from "./reader.ts";

/** Draws the member's highlights, in the color of their theme. */
export function useHighlights({ highlights, view }: Reader, marks: readonly Bookmark[]): void {
  useEffect(() => {
    highlights.show(marks, getComputedStyle(view.element).getPropertyValue("--gold").trim());
  }, [highlights, view, marks]);
}
