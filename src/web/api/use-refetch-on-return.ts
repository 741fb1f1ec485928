import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";

type Options = { queries: readonly { queryKey: QueryKey }[]; olderThanMs: number; isPaused?: () => boolean };

/** Refetches queries with old data when the page opens, or comes back to the front. */
export function useRefetchOnReturn({ queries, olderThanMs, isPaused }: Options): void {
  const client = useQueryClient();
  const look = useEffectEvent(() => {
    if (document.hidden || !navigator.onLine || isPaused?.()) return;
    const keys = new Set<unknown>(queries.map(({ queryKey }) => queryKey[0]));
    void client.invalidateQueries({
      predicate: ({ queryKey, state }) => keys.has(queryKey[0]) && Date.now() - state.dataUpdatedAt >= olderThanMs,
    });
  });
  useEffect(() => {
    const onReturn = () => look();
    onReturn();
    document.addEventListener("visibilitychange", onReturn);
    addEventListener("focus", onReturn);
    return () => {
      document.removeEventListener("visibilitychange", onReturn);
      removeEventListener("focus", onReturn);
    };
  }, []);
}
