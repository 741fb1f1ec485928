import { type QueryKey, useQueryClient } from "@tanstack/react-query";

import { useOnReturn } from "#web/lib/use-on-return.ts";

type Options = { queries: readonly { queryKey: QueryKey }[]; olderThanMs: number; isPaused?: () => boolean };

/** Refetches queries with old data when the page opens, or comes back to the front. */
export function useRefetchOnReturn({ queries, olderThanMs, isPaused }: Options): void {
  const client = useQueryClient();
  useOnReturn(() => {
    if (!navigator.onLine || isPaused?.()) return;
    const keys = new Set<unknown>(queries.map(({ queryKey }) => queryKey[0]));
    void client.invalidateQueries({
      predicate: ({ queryKey, state }) => keys.has(queryKey[0]) && Date.now() - state.dataUpdatedAt >= olderThanMs,
    });
  });
}
