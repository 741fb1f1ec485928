import { type FetchQueryOptions, type QueryClient, QueryObserver } from "@tanstack/react-query";

/**
 * Like `QueryClient.fetchQuery`, which may join the fetch of a component. When that component unmounts, TanStack Query
 * would cancel the fetch, and reject or resolve to older data. An observer prevents that.
 */
export async function fetchQuery<T>(queries: QueryClient, options: FetchQueryOptions<T>): Promise<T> {
  const observer = new QueryObserver<T>(queries, { queryKey: options.queryKey, enabled: false });
  const unsubscribe = observer.subscribe(() => undefined);
  return queries.fetchQuery(options).finally(unsubscribe);
}
