import type { ReactNode } from "react";

import { LoadError } from "./load-error.tsx";

type Props<Data> = {
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown };
  /** Completes 'Couldn't load …'. */
  what: string;
  /** Shown while loading. */
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
};

/** What a query has loaded, also when a later refetch failed; else its error, or a skeleton. */
export function QueryContent<Data>({ query: { data, error, refetch }, what, skeleton, children }: Props<Data>) {
  if (data !== undefined) return children(data);
  return error ? <LoadError what={what} error={error} onRetry={() => void refetch()} /> : skeleton;
}
