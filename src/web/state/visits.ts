/** Visits before Home gets shorter. */
const REGULAR_AFTER = 3;
const KEY = "visits";

/** Call once per page load. @returns true after REGULAR_AFTER visits; false where storage is refused */
export function countVisit(): boolean {
  try {
    const before = Number(localStorage.getItem(KEY)) || 0;
    if (before < REGULAR_AFTER) localStorage.setItem(KEY, String(before + 1));
    return before >= REGULAR_AFTER;
  } catch {
    return false;
  }
}
