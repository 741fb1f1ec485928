const KEY = "owner";

/** Where the browser refuses storage, a tab's member is known until it is reloaded. */
let remembered: number | null = null;

/** The id of the member whose drafts and answers this tab holds, or null. */
export function readOwner(): number | null {
  try {
    const kept = sessionStorage.getItem(KEY);
    return kept === null ? null : Number(kept);
  } catch {
    return remembered;
  }
}

export function noteOwner(userId: number): void {
  remembered = userId;
  try {
    sessionStorage.setItem(KEY, String(userId));
  } catch {
    // Then it is remembered alone.
  }
}

/** Empties the tab's storage: drafts, and whose they were. */
export function clearTab(): void {
  remembered = null;
  try {
    sessionStorage.clear();
  } catch {
    // A browser that refuses storage has kept nothing.
  }
}
