import { withTimeout } from "#web/lib/browser/retry.ts";
import { deleteCachedPage } from "#web/offline/response-cache.ts";
import { isServerPage } from "#web/offline/worker/server-response.ts";

/** Kept in the tab's storage until the server responds again, because one reload is enough. */
const PORTAL_OPENED_KEY = "gate-opened";
const PROBE_TIMEOUT_MS = 10_000;
const PORTAL_STATUSES = new Set([401, 403, 407, 511]);

/**
 * True if a proxy shows its own page instead of this one, such as an expired login proxy or a captive portal. A failed
 * request alone can't tell that from no network.
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

/** Reloads this page from the network, so that the portal's page shows. Queued mutations stay on the device. */
export async function openCaptivePortal(): Promise<void> {
  setPortalOpened(true);
  try {
    await deleteCachedPage();
  } catch {
    // Without cached pages, the reload uses the network anyway.
  }
  location.reload();
}

export function wasPortalOpened(): boolean {
  try {
    return sessionStorage.getItem(PORTAL_OPENED_KEY) !== null;
  } catch {
    // Otherwise it would reload forever.
    return true;
  }
}

export function setPortalOpened(isOpened: boolean): void {
  try {
    if (isOpened) sessionStorage.setItem(PORTAL_OPENED_KEY, "");
    else sessionStorage.removeItem(PORTAL_OPENED_KEY);
  } catch {}
}
