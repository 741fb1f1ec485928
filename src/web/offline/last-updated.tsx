import { useIsFetching } from "@tanstack/react-query";
import { atom, getDefaultStore, useAtomValue } from "jotai";
import { WifiOff } from "lucide-react";
import { useState } from "react";

import { ApiError, failureListeners } from "#web/api/client.ts";
import { isFromPreviousVisit } from "#web/api/query-client.ts";
import { formatClock, formatMoment } from "#web/lib/format/dates.ts";
import { useOnline } from "#web/lib/hooks/use-listener.ts";
import { useTimeout } from "#web/lib/hooks/use-timeout.ts";
import { lastSeenAtom } from "#web/state/last-seen.ts";

const isServerBrokenAtom = atom(false);
// Before the first render, because the page's first calls may fail before it.
failureListeners.add((error) =>
  getDefaultStore().set(isServerBrokenAtom, error instanceof ApiError && error.status >= 500),
);

const NOTICE_DELAY_MS = 1000;
/** Stays below the header, which is 4.125rem high, when the page scrolls so that its buttons don't move. */
const PHONE_CLASS =
  "top-[calc(var(--header-top)+4.125rem)] z-10 max-sm:-mx-4 max-sm:bg-page max-sm:px-4 max-sm:not-empty:-mt-2 max-sm:not-empty:py-1 max-sm:[header+main>&]:sticky";

/** Shows that the page has cached responses, in its margin or below a phone's header, so that nothing moves. */
export function LastUpdated() {
  const lastSeen = useAtomValue(lastSeenAtom);
  const isServerBroken = useAtomValue(isServerBrokenAtom);
  const isOnline = useOnline();
  const isUpdating = useIsUpdating();
  const [isDelayed, setIsDelayed] = useState(false);
  useTimeout(() => setIsDelayed(true), isUpdating ? NOTICE_DELAY_MS : null);
  return (
    <output className={`flex items-center gap-2 text-sm text-ink-soft sm:-mt-8 sm:min-h-8 print:hidden ${PHONE_CLASS}`}>
      {lastSeen ? (
        <>
          <WifiOff className="size-4 shrink-0" />
          <span>
            {isOnline ? (isServerBroken ? "The club has a problem." : "Can't reach the club.") : "You're offline."} Last
            updated {isToday(lastSeen) ? formatClock(lastSeen) : formatMoment(lastSeen)}.
          </span>
        </>
      ) : (
        // It would move a phone's page, whose margin is narrow.
        isUpdating && isDelayed && <span className="max-sm:sr-only">Updating…</span>
      )}
    </output>
  );
}

const isToday = (moment: string): boolean => new Date(moment).toDateString() === new Date().toDateString();

export const useIsUpdating = (): boolean => useIsFetching({ predicate: ({ state }) => isFromPreviousVisit(state) }) > 0;
