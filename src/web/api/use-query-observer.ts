import { useQuery, type UseQueryOptions } from "@tanstack/react-query";
import { useEffect } from "react";

export function useQueryObserverCallback<T>(
  query: UseQueryOptions<T>,
  onAnswer: ((answer: T) => void) | undefined,
): void {
  const { data } = useQuery(query);
  useEffect(() => {
    if (data !== undefined) onAnswer?.(data);
  }, [data, onAnswer]);
}
