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

/** Shows that the page has cached responses, docked at the bottom, where it moves and covers no heading. */
export function LastUpdated() {
  const lastSeen = useAtomValue(lastSeenAtom);
  const isServerBroken = useAtomValue(isServerBrokenAtom);
  const isOnline = useOnline();
  const isUpdating = useIsUpdating();
  const [isDelayed, setIsDelayed] = useState(false);
  useTimeout(() => setIsDelayed(true), isUpdating ? NOTICE_DELAY_MS : null);
  const reason = !isOnline ? "You're offline." : isServerBroken ? "The club has a problem." : "Can't reach the club.";
  return (
    <output className="pointer-events-none block border-line bg-sheet text-sm text-ink-soft not-empty:border-t">
      {(lastSeen || (isUpdating && isDelayed)) && (
        <span className="mx-auto flex max-w-page items-center gap-2 px-4 py-1 sm:px-6">
          {lastSeen && <WifiOff className="size-4 shrink-0" />}
          <span>
            {lastSeen
              ? `${reason} Last updated ${isToday(lastSeen) ? formatClock(lastSeen) : formatMoment(lastSeen)}.`
              : "Updating…"}
          </span>
        </span>
      )}
    </output>
  );
}

const isToday = (moment: string): boolean => new Date(moment).toDateString() === new Date().toDateString();

export const useIsUpdating = (): boolean => useIsFetching({ predicate: ({ state }) => isFromPreviousVisit(state) }) > 0;
