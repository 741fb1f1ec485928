/** Visits by one device before the home page gets to the point faster. */
const REGULAR_AFTER = 3;
const KEY = "visits";

/**
 * Counts this visit on the device; call it once per page load.
 * @returns true when at least REGULAR_AFTER visits came before; false where the browser refuses storage
 */
export function countVisit(): boolean {
  try {
    const before = Number(localStorage.getItem(KEY)) || 0;
    if (before < REGULAR_AFTER) localStorage.setItem(KEY, String(before + 1));
    return before >= REGULAR_AFTER;
  } catch {
    return false;
  }
}
