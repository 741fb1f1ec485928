const KEY = "owner";

/** For browsers without storage. */
let fallbackOwner: number | null = null;

/** The member whose drafts and responses this tab has, or null. */
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
  } catch {}
}

export function clearTab(): void {
  fallbackOwner = null;
  try {
    sessionStorage.clear();
  } catch {}
}
