import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import { contentQuery } from "#web/api/content.ts";
import { currentMeetingQuery } from "#web/api/current-meeting.ts";
import { postsQuery } from "#web/api/posts.ts";

/** So two people don't bring the same cheese (BEYOND 2). */
const FRESH_MS = 60_000;
const KEYS = new Set<unknown>([contentQuery, currentMeetingQuery, postsQuery].map(({ queryKey }) => queryKey[0]));

/** Refetches board, meeting and message when Home opens or returns to the front after a minute. */
export function useFreshHome(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const look = () => {
      if (document.hidden || !navigator.onLine) return;
      void queries.invalidateQueries({
        predicate: ({ queryKey, state }) => KEYS.has(queryKey[0]) && Date.now() - state.dataUpdatedAt >= FRESH_MS,
      });
    };
    look();
    document.addEventListener("visibilitychange", look);
    addEventListener("focus", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      removeEventListener("focus", look);
    };
  }, [queries]);
}
