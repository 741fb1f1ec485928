import { call } from "#web/api/call.ts";

const RELOADED_KEY = "reloaded-at";
const AGAIN_MS = 60_000;

/**
 * Reloads a page whose chunks were removed by an upgrade. @returns false if the server doesn't respond, or after a
 * reload
 */
export async function reloadAfterUpgrade(): Promise<boolean> {
  try {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED_KEY)) < AGAIN_MS) return false;
    await call("GET /api/health");
    // without this note, a page that fails each time would reload forever
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  } catch {
    return false;
  }
  location.reload();
  return true;
}
