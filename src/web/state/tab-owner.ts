const KEY = "owner";

/** For browsers that refuse storage. */
let fallbackOwner: number | null = null;

/** Whose drafts and answers this tab holds, or null. */
export function readTabOwner(): number | null {
  try {
    const kept = sessionStorage.getItem(KEY);
    return kept === null ? null : Number(kept);
  } catch {
    return fallbackOwner;
  }
}

export function setTabOwner(userId: number): void {
  fallbackOwner = userId;
  try {
    sessionStorage.setItem(KEY, String(userId));
  } catch {
    // storage refused: `remembered` has it
  }
}

export function clearTab(): void {
  fallbackOwner = null;
  try {
    sessionStorage.clear();
  } catch {
    // storage refused, so nothing was stored
  }
}
