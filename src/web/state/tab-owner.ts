const KEY = "owner";

/** For browsers that refuse storage. */
let remembered: number | null = null;

/** Whose drafts and answers this tab holds, or null. */
export function readTabOwner(): number | null {
  try {
    const kept = sessionStorage.getItem(KEY);
    return kept === null ? null : Number(kept);
  } catch {
    return remembered;
  }
}

export function setTabOwner(userId: number): void {
  remembered = userId;
  try {
    sessionStorage.setItem(KEY, String(userId));
  } catch {
    // storage refused: `remembered` has it
  }
}

export function clearTab(): void {
  remembered = null;
  try {
    sessionStorage.clear();
  } catch {
    // storage refused, so nothing was stored
  }
}
