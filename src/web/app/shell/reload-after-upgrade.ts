import { client } from "#web/api/client.ts";

const RELOADED_KEY = "reloaded-at";
/** A reload that did not help is not tried again within this time, in milliseconds. */
const AGAIN_MS = 60_000;

/**
 * A page that stayed open while the club was upgraded asks for parts that are gone: a reload brings the new ones. False
 * when it would not help, because the club does not answer or has just been asked so.
 */
export async function reloadAfterUpgrade(): Promise<boolean> {
  try {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED_KEY)) < AGAIN_MS) return false;
    await client.get("/api/health");
    // Only where this can be noted: without it a broken club would be reloaded for ever.
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  } catch {
    return false;
  }
  location.reload();
  return true;
}
