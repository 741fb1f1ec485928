import { useStore } from "jotai";

import { query } from "#web/api/query.ts";
import { useRefetchOnReturn } from "#web/api/use-refetch-on-return.ts";
import { listeningAtom } from "#web/state/listening.ts";

/** Older data is refetched on return to the page. */
export const FRESH_DURATION_MS = 60 * 60 * 1000;

/** Not while the audiobook plays, which a new book would stop, nor in the dashboard, whose forms are about one book. */
export function useRefetchStaleOnReturn(pathname: string): void {
  const store = useStore();
  useRefetchOnReturn({
    queries: [query("GET /api/books/current"), query("GET /api/content"), query("GET /api/posts")],
    olderThanMs: FRESH_DURATION_MS,
    isPaused: () => pathname.startsWith("/admin") || store.get(listeningAtom)?.isPlaying() === true,
  });
}
