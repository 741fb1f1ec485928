import { useQueryClient } from "@tanstack/react-query";
import { useStore } from "jotai";
import { useEffect, useState } from "react";

import { ApiError, failureListeners } from "#web/api/client.ts";
import { isFromOtherServer } from "#web/api/failure-kind.ts";
import { invalidatePaths } from "#web/api/query-client.ts";
import {
  detectCaptivePortal,
  openCaptivePortal,
  setPortalOpened,
  wasPortalOpened,
} from "#web/offline/captive-portal.ts";
import { lastSeenAtom } from "#web/state/last-seen.ts";
import { Notice } from "#web/ui/feedback/notice.tsx";
import { Button } from "#web/ui/forms/button.tsx";

const CHECK_INTERVAL_MS = 10_000;

/**
 * Checks for a captive portal when the server doesn't respond. Opens its page at once if nothing would be lost,
 * otherwise on a press. @param mayReload returns whether no text or playback would be lost
 */
export function CaptivePortalNotice({ mayReload }: { mayReload: () => boolean }) {
  const hasPortal = useCaptivePortal(mayReload);
  return (
    hasPortal && (
      <Notice
        className="mb-6"
        title="Your network wants you to sign in first"
        action={
          <Button variant="quiet" onClick={() => void openCaptivePortal()}>
            Show its page
          </Button>
        }
      >
        It keeps this device from reaching the club. What you saved here is safe, and is sent afterwards.
      </Notice>
    )
  );
}

function useCaptivePortal(mayReload: () => boolean): boolean {
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
      if (hasPortal && !wasPortalOpened() && mayReload()) await openCaptivePortal();
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
        setPortalOpened(false);
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
  }, [store, queries, mayReload]);
  return hasPortal;
}
