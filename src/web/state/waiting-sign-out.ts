const KEY = "sign-out-waits";

/** Notes whether the server has still to hear of a sign-out on this device. A browser that refuses storage forgets it. */
export function noteSignOut(waits: boolean): void {
  try {
    if (waits) localStorage.setItem(KEY, "");
    else localStorage.removeItem(KEY);
  } catch {
    // Then the session lasts until its own end.
  }
}

/** True while it has. */
export function signOutWaits(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}
