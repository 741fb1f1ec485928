import { call } from "#web/api/call.ts";

const RELOADED_KEY = "reloaded-at";
const RELOAD_INTERVAL_MS = 60_000;

/** An upgrade has removed the page's chunks. @returns false without a response, or after a reload */
export async function reloadAfterUpgrade(): Promise<boolean> {
  try {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED_KEY)) < RELOAD_INTERVAL_MS) return false;
    await call("GET /api/health");
    // a page that fails each time would reload forever
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  } catch {
    return false;
  }
  location.reload();
  return true;
}
