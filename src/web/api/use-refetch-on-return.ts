import { type QueryKey, useQueryClient } from "@tanstack/react-query";

import { useOnPageReturn } from "#web/lib/hooks/use-listener.ts";

type Options = { queries: readonly { queryKey: QueryKey }[]; olderThanMs: number; isPaused?: () => boolean };

const FRESH_DURATION_MS = 5000;

export function useRefetchOnReturn({ queries, olderThanMs, isPaused }: Options): void {
  const client = useQueryClient();
  useOnPageReturn((isOpening) => {
    if (!navigator.onLine || isPaused?.()) return;
    const age = isOpening ? FRESH_DURATION_MS : olderThanMs;
    const keys = new Set<unknown>(queries.map(({ queryKey }) => queryKey[0]));
    void client.invalidateQueries(
      { predicate: ({ queryKey, state }) => keys.has(queryKey[0]) && Date.now() - state.dataUpdatedAt >= age },
      { cancelRefetch: false },
    );
  });
}
