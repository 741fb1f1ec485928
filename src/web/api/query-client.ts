import {
  MutationCache,
  onlineManager,
  QueryCache,
  QueryClient,
  type QueryKey,
  type QueryState,
} from "@tanstack/react-query";

import { logProblem } from "#web/lib/browser/log.ts";
import { setLastSeen } from "#web/state/last-seen.ts";

import { ApiError, isSignedOut, sendRequest } from "./client.ts";

const GC_TIME_MS = 5 * 60 * 1000;

async function fetchByKey({ queryKey, signal }: { queryKey: QueryKey; signal: AbortSignal }): Promise<unknown> {
  return (await sendRequest("GET", String(queryKey[0]), undefined, { signal })).body;
}

declare module "@tanstack/react-query" {
  interface Register {
    /** The GETs whose responses the mutation changes; all if omitted. */
    mutationMeta: { refetches?: readonly string[] };
  }
}

/** Also refetches shown queries now, unless `isLater`. @param keys all calls if omitted */
export function invalidatePaths(queries: QueryClient, keys?: readonly string[], isLater = false): void {
  const isAffected = ({ queryKey: [key] }: { queryKey: QueryKey }) =>
    keys === undefined || keys.some((one) => matchesPath(one, String(key)));
  void queries.invalidateQueries({ predicate: isAffected, refetchType: isLater ? "none" : "active" });
}

export const isFromPreviousVisit = ({ data, dataUpdatedAt }: Pick<QueryState, "data" | "dataUpdatedAt">): boolean =>
  data !== undefined && dataUpdatedAt < performance.timeOrigin;

/** Defaults of SPEC 7 and 9: never stale, no refetch on focus, no polling, no retries. */
export function createQueryClient(): QueryClient {
  // It assumes that every page starts online, and would miss a reconnect.
  onlineManager.setOnline(navigator.onLine);
  const queries: QueryClient = new QueryClient({
    mutationCache: new MutationCache({
      // Last, because the mutation's own callbacks may end the session.
      onSettled: (answer, error, _variables, _context, { meta }) => {
        // A rejected mutation means that the page is outdated. Null is a queued mutation.
        const isOutdated = error instanceof ApiError && [403, 404, 409, 422].includes(error.status);
        if (error ? isOutdated : answer !== null) invalidatePaths(queries, meta?.refetches);
      },
    }),
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (isSignedOut(error)) logProblem(`Signed out: ${String(query.queryKey[0])}`, error);
        const isUnanswered = !(error instanceof ApiError) || error.status >= 500;
        if (isUnanswered && isFromPreviousVisit(query.state))
          setLastSeen(new Date(query.state.dataUpdatedAt).toISOString());
      },
    }),
    defaultOptions: {
      // "always": offline calls must fail with a message instead of showing a skeleton.
      queries: {
        queryFn: fetchByKey,
        staleTime: Infinity,
        gcTime: GC_TIME_MS,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: "always",
        retry: false,
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
  return queries;
}

function matchesPath(key: string, address: string): boolean {
  const keySegments = key.slice("GET ".length).split("/");
  const addressSegments = (address.split("?")[0] ?? "").split("/");
  return (
    keySegments.length === addressSegments.length &&
    keySegments.every((part, at) => part.startsWith(":") || part === addressSegments[at])
  );
}
