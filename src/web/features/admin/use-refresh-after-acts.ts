import { type Query, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

/** Refetches after any mutation of the dashboard. */
export function useRefreshAfterActs(isAffected: (key: string) => boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    const predicate = ({ queryKey: [key] }: Query) => typeof key === "string" && isAffected(key);
    return queries.getMutationCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "success") void queries.invalidateQueries({ predicate });
    });
  }, [queries, isAffected]);
}
