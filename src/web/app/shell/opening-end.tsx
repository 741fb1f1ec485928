import { useLayoutEffect } from "react";

/**
 * Stands in what takes the place of the opening, the still picture of the page that the server painted for the wait:
 * the two change places before the browser paints again. The style sheet hides the app until then.
 */
export function OpeningEnd() {
  useLayoutEffect(() => document.getElementById("opening")?.remove(), []);
  return null;
}
