import {
  MutationCache,
  onlineManager,
  QueryCache,
  QueryClient,
  type QueryKey,
  type QueryState,
} from "@tanstack/react-query";

import { LAST_SEEN_HEADER } from "#contract/headers.ts";
import { logProblem } from "#web/lib/browser/log.ts";
import { setLastSeen } from "#web/state/last-seen.ts";

import { ApiError, isSignedOut, sendRequest } from "./client.ts";

const GC_TIME_MS = 5 * 60 * 1000;

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
  /** Paths whose query has a stored response, because the server was unreachable. */
  const outdatedPaths = new Set<string>();
  const queries: QueryClient = new QueryClient({
    mutationCache: new MutationCache({
      // Last, because the mutation's own callbacks may end the session.
      onSettled: (data, error, _variables, _context, { meta }) => {
        // A rejected mutation means that the page is outdated. Null is a queued mutation.
        const isOutdated = error instanceof ApiError && [403, 404, 409, 422].includes(error.status);
        if (error ? isOutdated : data !== null) invalidatePaths(queries, meta?.refetches);
      },
    }),
    queryCache: new QueryCache({
      onSuccess: (_data, { queryKey }) => {
        if (outdatedPaths.has(String(queryKey[0])) || outdatedPaths.size === 0) return;
        // Browsers don't always report that the network is back, but any response shows it.
        const isOutdated = (one: { queryKey: QueryKey }) => outdatedPaths.has(String(one.queryKey[0]));
        void queries.invalidateQueries({ predicate: isOutdated }, { cancelRefetch: false });
        outdatedPaths.clear();
      },
      onError: (error, query) => {
        if (isSignedOut(error)) logProblem(`Signed out: ${String(query.queryKey[0])}`, error);
        const isUnanswered = !(error instanceof ApiError) || error.status >= 500;
        if (!isUnanswered || !isFromPreviousVisit(query.state)) return;
        if (!(error instanceof ApiError)) outdatedPaths.add(String(query.queryKey[0]));
        setLastSeen(new Date(query.state.dataUpdatedAt).toISOString());
      },
    }),
    defaultOptions: {
      // "always": offline calls must fail with a message instead of showing a skeleton.
      queries: {
        queryFn: async ({ queryKey: [key], signal }) => {
          const path = String(key);
          const { body, headers } = await sendRequest("GET", path, undefined, { signal });
          if (headers.has(LAST_SEEN_HEADER)) outdatedPaths.add(path);
          else outdatedPaths.delete(path);
          return body;
        },
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
  const urlSegments = (address.split("?")[0] ?? "").split("/");
  return (
    keySegments.length === urlSegments.length &&
    keySegments.every((part, at) => part.startsWith(":") || part === urlSegments[at])
  );
}
