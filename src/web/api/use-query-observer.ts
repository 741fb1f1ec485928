import { useQuery, type UseQueryOptions } from "@tanstack/react-query";
import { useEffect } from "react";

export function useQueryObserverCallback<T>(query: UseQueryOptions<T>, onData: ((data: T) => void) | undefined): void {
  const { data } = useQuery(query);
  useEffect(() => {
    if (data !== undefined) onData?.(data);
  }, [data, onData]);
}
