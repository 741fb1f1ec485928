import { withTimeout } from "#web/lib/browser/retry.ts";
import { deleteCachedPage } from "#web/offline/response-cache.ts";
import { isServerPage } from "#web/offline/worker/server-response.ts";

/** In the tab's storage, until the club answers again: one reload is enough. */
const PORTAL_OPENED_KEY = "gate-opened";
const PROBE_TIMEOUT_MS = 10_000;
/** Other statuses are of a proxy that has no page to show. */
const PORTAL_STATUSES = new Set([401, 403, 407, 511]);

/**
 * Whether something between this device and the club shows a page of its own instead of this one, such as a proxy where
 * the session has ended, or a hotel's Wi-Fi. A page can't tell that from no network by the calls that fail.
 */
export async function detectCaptivePortal(): Promise<boolean> {
  try {
    const page = await withTimeout(
      PROBE_TIMEOUT_MS,
      fetch(location.pathname, { redirect: "manual", cache: "no-store" }),
      "No answer to the look for a gate",
    );
    if (page.type === "opaqueredirect") return true;
    return (page.ok || PORTAL_STATUSES.has(page.status)) && !isServerPage(await page.text());
  } catch {
    return false;
  }
}

/** Loads this page from the network, so that the gate's page shows. What waits stays on the device. */
export async function openCaptivePortal(): Promise<void> {
  setPortalOpened(true);
  try {
    await deleteCachedPage();
  } catch {
    // without stored pages the reload asks the network anyway
  }
  location.reload();
}

export function wasPortalOpened(): boolean {
  try {
    return sessionStorage.getItem(PORTAL_OPENED_KEY) !== null;
  } catch {
    // it would reload forever
    return true;
  }
}

export function setPortalOpened(isOpened: boolean): void {
  try {
    if (isOpened) sessionStorage.setItem(PORTAL_OPENED_KEY, "");
    else sessionStorage.removeItem(PORTAL_OPENED_KEY);
  } catch {
    // storage refused
  }
}
