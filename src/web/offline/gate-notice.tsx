import { useQueryClient } from "@tanstack/react-query";
import { useStore } from "jotai";
import { useEffect, useState } from "react";

import { ApiError, failureListeners } from "#web/api/client.ts";
import { isForeign } from "#web/api/failure-kind.ts";
import { invalidatePaths } from "#web/api/query-client.ts";
import { findGate, openGate, setOpened, wasOpened } from "#web/offline/gate.ts";
import { lastSeenAtom } from "#web/state/last-seen.ts";
import { Notice } from "#web/ui/feedback/notice.tsx";
import { Button } from "#web/ui/forms/button.tsx";

const BETWEEN_LOOKS_MS = 10_000;

/**
 * Looks for a gate (gate.ts) when the club doesn't answer. Where nothing would be lost, its page is opened at once, else
 * on a press. @param mayReload whether nothing typed or heard would be lost
 */
export function GateNotice({ mayReload }: { mayReload: () => boolean }) {
  const isGated = useGate(mayReload);
  return (
    isGated && (
      <Notice
        className="mb-6"
        title="Your network wants you to sign in first"
        action={
          <Button variant="quiet" onClick={() => void openGate()}>
            Show its page
          </Button>
        }
      >
        It keeps this device from reaching the club. What you saved here is safe, and is sent afterwards.
      </Notice>
    )
  );
}

function useGate(mayReload: () => boolean): boolean {
  const store = useStore();
  const queries = useQueryClient();
  const [isGated, setIsGated] = useState(false);
  useEffect(() => {
    const life = new AbortController();
    let isLooking = false;
    let lookedAt = Number.NEGATIVE_INFINITY;
    let isFound = false;
    const look = async () => {
      if (isLooking || !navigator.onLine || performance.now() - lookedAt < BETWEEN_LOOKS_MS) return;
      isLooking = true;
      const found = await findGate();
      [isLooking, lookedAt] = [false, performance.now()];
      if (life.signal.aborted) return;
      if (isFound && !found) invalidatePaths(queries);
      isFound = found;
      setIsGated(found);
      if (found && !wasOpened() && mayReload()) await openGate();
    };
    const lookAfter = (error: unknown) => {
      const isCanceled = error instanceof DOMException && error.name === "AbortError";
      if (!isCanceled && (!(error instanceof ApiError) || isForeign(error))) void look();
    };
    const lookIfUnanswered = () => store.get(lastSeenAtom) !== null && void look();
    failureListeners.add(lookAfter);
    lookIfUnanswered();
    const stops = [
      () => failureListeners.delete(lookAfter),
      store.sub(lastSeenAtom, lookIfUnanswered),
      queries.getQueryCache().subscribe((event) => {
        const isAnswer = event.type === "updated" && event.action.type === "success";
        if (!isAnswer || store.get(lastSeenAtom) !== null) return;
        isFound = false;
        setIsGated(false);
        setOpened(false);
      }),
    ];
    // they may have signed in elsewhere
    const onReturn = () => document.hidden || !isFound || void look();
    document.addEventListener("visibilitychange", onReturn, { signal: life.signal });
    return () => {
      life.abort();
      for (const stop of stops) stop();
    };
  }, [store, queries, mayReload]);
  return isGated;
}
