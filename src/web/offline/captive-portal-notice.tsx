import { useQueryClient } from "@tanstack/react-query";
import { useStore } from "jotai";
import { useEffect, useState } from "react";

import { ApiError, failureListeners } from "#web/api/client.ts";
import { isFromOtherServer, PORTAL_STATUSES } from "#web/api/failure-kind.ts";
import { invalidatePaths } from "#web/api/query-client.ts";
import { tabStorage } from "#web/lib/browser/device-storage.ts";
import { withTimeout } from "#web/lib/browser/retry.ts";
import { FROM_NETWORK_PARAM, isServerPage } from "#web/offline/worker/server-response.ts";
import { lastSeenAtom } from "#web/state/last-seen.ts";
import { Notice } from "#web/ui/feedback/notice.tsx";
import { Button } from "#web/ui/forms/button.tsx";

const CHECK_INTERVAL_MS = 10_000;

/**
 * Checks for a captive portal when the server doesn't respond. Opens its page at once if nothing would be lost,
 * otherwise on a press. @param canReload returns whether no text or playback would be lost
 */
export function CaptivePortalNotice({ canReload }: { canReload: () => boolean }) {
  const hasPortal = useCaptivePortal(canReload);
  return (
    hasPortal && (
      <Notice
        className="mb-6"
        title="Your network wants you to sign in first"
        action={<Button onClick={openCaptivePortal}>Show its page</Button>}
      >
        It keeps this device from reaching the club. What you saved here is safe, and is sent afterwards.
      </Notice>
    )
  );
}

function useCaptivePortal(canReload: () => boolean): boolean {
  const store = useStore();
  const queries = useQueryClient();
  const [hasPortal, setHasPortal] = useState(false);
  useEffect(() => {
    const lifetime = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let checkedAt = -CHECK_INTERVAL_MS;
    let isDetected = false;
    const requestCheck = () => {
      timer ??= setTimeout(check, Math.max(0, checkedAt + CHECK_INTERVAL_MS - performance.now()));
    };
    const check = async () => {
      checkedAt = performance.now();
      timer = undefined;
      if (!navigator.onLine) return;
      const hasPortal = await detectCaptivePortal();
      if (lifetime.signal.aborted) return;
      if (isDetected && !hasPortal) invalidatePaths(queries);
      isDetected = hasPortal;
      setHasPortal(hasPortal);
      if (hasPortal && canReload() && markPortalOpened()) openCaptivePortal();
    };
    const checkAfter = (error: unknown) => {
      const isCanceled = error instanceof DOMException && error.name === "AbortError";
      if (!isCanceled && (!(error instanceof ApiError) || isFromOtherServer(error))) requestCheck();
    };
    const checkIfUnanswered = () => {
      if (store.get(lastSeenAtom) !== null) requestCheck();
    };
    failureListeners.add(checkAfter);
    checkIfUnanswered();
    const cleanups = [
      () => failureListeners.delete(checkAfter),
      store.sub(lastSeenAtom, checkIfUnanswered),
      queries.getQueryCache().subscribe((event) => {
        const isSuccess = event.type === "updated" && event.action.type === "success";
        if (!isSuccess || store.get(lastSeenAtom) !== null) return;
        isDetected = false;
        setHasPortal(false);
        tabStorage.write(PORTAL_OPENED_KEY, null);
      }),
    ];
    const onReturn = () => {
      if (!document.hidden && isDetected) requestCheck();
    };
    document.addEventListener("visibilitychange", onReturn, { signal: lifetime.signal });
    return () => {
      lifetime.abort();
      clearTimeout(timer);
      for (const cleanup of cleanups) cleanup();
    };
  }, [store, queries, canReload]);
  return hasPortal;
}

const PORTAL_OPENED_KEY = "gate-opened";
const PROBE_TIMEOUT_MS = 10_000;
/** 405 is also a firewall's question whether this is a person, and 451 a blocked page. Other calls' 405 is not. */
const PORTAL_PAGE_STATUSES: readonly number[] = [...PORTAL_STATUSES, 405, 451];

/** True if a proxy shows its page instead of this one. A failed request alone could also mean no network. */
async function detectCaptivePortal(): Promise<boolean> {
  try {
    const page = await withTimeout(
      PROBE_TIMEOUT_MS,
      fetch(location.pathname, { redirect: "manual", cache: "no-store" }),
      "The check for a captive portal timed out",
    );
    if (page.type === "opaqueredirect") return true;
    return (page.ok || PORTAL_PAGE_STATUSES.includes(page.status)) && !isServerPage(await page.text());
  } catch {
    return false;
  }
}

function openCaptivePortal(): void {
  const url = new URL(location.href);
  url.searchParams.set(FROM_NETWORK_PARAM, "");
  location.replace(url);
}

/** True once until the club responds, because it would reload forever. */
function markPortalOpened(): boolean {
  const isFirst = tabStorage.read(PORTAL_OPENED_KEY) === null;
  tabStorage.write(PORTAL_OPENED_KEY, "");
  return isFirst;
}
