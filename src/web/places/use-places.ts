import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

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

/** Sends what waits on this device wherever the app is open, also what a player or reader left that was closed. */
export function usePlaces(userId: number | undefined): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (userId !== undefined) void placesOf(userId, queries).flush();
  }, [userId, queries]);
}
