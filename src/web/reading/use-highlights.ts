import { useEffect } from "react";

import type { Bookmark } from "#contract/bookmarks.ts";

import type { Reader } from "./reader.ts";

export function useHighlights({ highlights, view }: Reader, marks: readonly Bookmark[]): void {
  useEffect(() => {
    highlights.show(marks, getComputedStyle(view.element).getPropertyValue("--gold").trim());
  }, [highlights, view, marks]);
}
