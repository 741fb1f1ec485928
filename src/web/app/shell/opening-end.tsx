import { useLayoutEffect } from "react";

/**
 * Rendered by what replaces the static shell: removes it before the next paint. The style sheet hides the app until
 * then.
 */
export function OpeningEnd() {
  useLayoutEffect(() => document.getElementById("opening")?.remove(), []);
  return null;
}
