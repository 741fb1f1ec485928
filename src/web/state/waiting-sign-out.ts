const KEY = "sign-out-waits";

/** Remembers that the server hasn't heard of a sign-out yet, where storage allows. */
export function rememberSignOut(waits: boolean): void {
  try {
    if (waits) localStorage.setItem(KEY, "");
    else localStorage.removeItem(KEY);
  } catch {
    // The session then lasts until it expires.
  }
}

export function signOutWaits(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}
