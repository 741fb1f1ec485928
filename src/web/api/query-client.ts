import { onlineManager, QueryCache, QueryClient, type QueryKey } from "@tanstack/react-query";

import { logProblem } from "#web/lib/log.ts";

import { client, isSignedOut } from "./client.ts";

const GC_TIME = 5 * 60 * 1000;

async function readKey({ queryKey, signal }: { queryKey: QueryKey; signal: AbortSignal }): Promise<unknown> {
  return client.get(String(queryKey[0]), signal);
}

/** Defaults of SPEC 7 and 9: never stale, no refetch on focus, no polling, no retries. */
export function createQueryClient(): QueryClient {
  // it assumes every page starts online, and would miss the network coming back
  onlineManager.setOnline(navigator.onLine);
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (isSignedOut(error)) logProblem(`Signed out: ${String(query.queryKey[0])}`, error);
      },
    }),
    defaultOptions: {
      // "always": offline calls must fail with a message, not wait behind a skeleton.
      queries: {
        queryFn: readKey,
        staleTime: Infinity,
        gcTime: GC_TIME,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        // what is shown dates from before the network went
        refetchOnReconnect: "always",
        retry: false,
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
