import { onlineManager, QueryCache, QueryClient, type QueryKey } from "@tanstack/react-query";

import { logProblem } from "#web/lib/log.ts";

import { client, isSignedOut } from "./client.ts";

/** Milliseconds that data nobody looks at stays in the cache (SPEC 9). */
const GC_TIME = 5 * 60 * 1000;

/** Reads the URL in the first element of the query key (SPEC 7). */
async function readKey({ queryKey, signal }: { queryKey: QueryKey; signal: AbortSignal }): Promise<unknown> {
  return client.get(String(queryKey[0]), signal);
}

/** The cache with the defaults of SPEC 7 and 9: never stale, no refetch on focus, no polling, no retries. */
export function createQueryClient(): QueryClient {
  // it takes every page to begin online, and would miss the network coming back
  onlineManager.setOnline(navigator.onLine);
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (isSignedOut(error)) logProblem(`Signed out: ${String(query.queryKey[0])}`, error);
      },
    }),
    defaultOptions: {
      // "always": offline, a call must fail with a sentence instead of waiting for ever behind a skeleton.
      queries: {
        queryFn: readKey,
        staleTime: Infinity,
        gcTime: GC_TIME,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        // what is shown was last seen before the network went
        refetchOnReconnect: "always",
        retry: false,
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
