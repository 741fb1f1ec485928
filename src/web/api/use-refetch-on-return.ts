import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";

type Options = { queries: readonly { queryKey: QueryKey }[]; olderThanMs: number; isPaused?: () => boolean };

const FRESH_DURATION_MS = 5000;

export function useRefetchOnReturn({ queries, olderThanMs, isPaused }: Options): void {
  const client = useQueryClient();
  useOnPageReturn((isOpening) => {
    if (!navigator.onLine || isPaused?.()) return;
    const age = isOpening ? FRESH_DURATION_MS : olderThanMs;
    const keys = new Set<unknown>(queries.map(({ queryKey }) => queryKey[0]));
    void client.invalidateQueries(
      { predicate: ({ queryKey, state }) => keys.has(queryKey[0]) && Date.now() - state.dataUpdatedAt >= age },
      { cancelRefetch: false },
    );
  });
}

export function useOnPageReturn(run: (isOpening: boolean) => void): void {
  const onReturn = useEffectEvent(run);
  useEffect(() => {
    const check = () => document.hidden || onReturn(false);
    if (!document.hidden) onReturn(true);
    document.addEventListener("visibilitychange", check);
    addEventListener("focus", check);
    return () => {
      document.removeEventListener("visibilitychange", check);
      removeEventListener("focus", check);
    };
  }, []);
}
