import { CAPTIVE_PORTAL_STATUS } from "#contract/error-codes.ts";
import { withTimeout } from "#web/lib/browser/retry.ts";
import { deleteCachedPage } from "#web/offline/response-cache.ts";
import { isServerPage } from "#web/offline/worker/server-response.ts";

const PORTAL_OPENED_KEY = "gate-opened";
const PROBE_TIMEOUT_MS = 10_000;
const PORTAL_STATUSES = new Set([401, 403, 407, CAPTIVE_PORTAL_STATUS]);

/** True if a proxy shows its page instead of this one. A failed request alone could also mean no network. */
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

/** Reloads from the network, so that the portal's page shows. */
export async function openCaptivePortal(): Promise<void> {
  setPortalOpened(true);
  try {
    await deleteCachedPage();
  } catch {}
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
