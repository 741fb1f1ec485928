import { useQueryClient } from "@tanstack/react-query";
import { useStore } from "jotai";
import { useEffect } from "react";

import { currentBookQuery } from "#web/api/books.ts";
import { contentQuery } from "#web/api/content.ts";
import { postsQuery } from "#web/api/posts.ts";
import { listeningAtom } from "#web/state/listening.ts";

/** Older data is refetched on return to the page. */
export const FRESH_MS = 60 * 60 * 1000;

const CLUB_KEYS = new Set<unknown>([currentBookQuery, contentQuery, postsQuery].map(({ queryKey }) => queryKey[0]));

/**
 * An installed app's page may stay open for weeks. Not while the audiobook plays, which a new book would cut off, and
 * not in the dashboard, whose forms are bound to a book.
 */
export function useFreshClub(pathname: string): void {
  const queries = useQueryClient();
  const store = useStore();
  const isDashboard = pathname.startsWith("/admin");

  useEffect(() => {
    if (isDashboard) return undefined;
    const look = () => {
      if (document.hidden || !navigator.onLine || store.get(listeningAtom)?.isPlaying()) return;
      const isOld = (updatedAt: number) => Date.now() - updatedAt >= FRESH_MS;
      void queries.invalidateQueries({
        predicate: ({ queryKey, state }) => CLUB_KEYS.has(queryKey[0]) && isOld(state.dataUpdatedAt),
      });
    };
    document.addEventListener("visibilitychange", look);
    addEventListener("focus", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      removeEventListener("focus", look);
    };
  }, [queries, store, isDashboard]);
}
