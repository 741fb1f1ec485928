import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";

import { createPlaces, type Places } from "./places.ts";

const opened = new WeakMap<QueryClient, Places>();

/** The member's, one in each tab. */
export function placesOf(userId: number, queries: QueryClient): Places {
  const known = opened.get(queries);
  if (known?.userId === userId) return known;
  known?.end();
  const made = createPlaces(userId, queries);
  opened.set(queries, made);
  return made;
}

/**
 * Sends what waits on this device wherever the app is open, also what a player or reader left that was closed.
 * @returns the same again; it resolves whether anything arrived or not
 */
export function usePlaces(userId: number | undefined): () => Promise<void> {
  const queries = useQueryClient();
  const send = useCallback(async () => {
    if (userId !== undefined) await placesOf(userId, queries).flush();
  }, [userId, queries]);
  useEffect(() => void send(), [send]);
  return send;
}
