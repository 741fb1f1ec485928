import { useEffect } from "react";

import type { Mark } from "#web/listening/use-bookmarks.ts";

import type { Reader } from "./reader.ts";

export function useHighlights({ highlights, view }: Reader, marks: readonly Mark[]): void {
  useEffect(() => {
    highlights.show(marks, getComputedStyle(view.element).getPropertyValue("--gold").trim());
  }, [highlights, view, marks]);
}
