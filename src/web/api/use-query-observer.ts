import { useQuery, type UseQueryOptions } from "@tanstack/react-query";
import { useEffect } from "react";

/** Calls `onAnswer` with each response of a query, outside React. */
export function useQueryObserverCallback<T>(
  query: UseQueryOptions<T>,
  onAnswer: ((answer: T) => void) | undefined,
): void {
  const { data } = useQuery(query);
  useEffect(() => {
    if (data !== undefined) onAnswer?.(data);
  }, [data, onAnswer]);
}
