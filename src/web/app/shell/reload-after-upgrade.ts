import { call } from "#web/api/call.ts";

const RELOADED_KEY = "reloaded-at";
const AGAIN_MS = 60_000;

/** For chunks gone since an upgrade. False when reloading wouldn't help: no answer, or just tried. */
export async function reloadAfterUpgrade(): Promise<boolean> {
  try {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED_KEY)) < AGAIN_MS) return false;
    await call("GET /api/health");
    // Without this note a broken club would reload forever.
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  } catch {
    return false;
  }
  location.reload();
  return true;
}
