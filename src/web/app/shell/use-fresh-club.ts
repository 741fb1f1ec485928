import { useStore } from "jotai";

import { currentBookQuery } from "#web/api/books.ts";
import { contentQuery } from "#web/api/content.ts";
import { postsQuery } from "#web/api/posts.ts";
import { useRefetchOnReturn } from "#web/api/use-refetch-on-return.ts";
import { listeningAtom } from "#web/state/listening.ts";

/** Older data is refetched on return to the page. */
export const FRESH_MS = 60 * 60 * 1000;

/** Not while the audiobook plays, which a new book would cut off, nor in the dashboard, whose forms are a book's. */
export function useFreshClub(pathname: string): void {
  const store = useStore();
  useRefetchOnReturn({
    queries: [currentBookQuery, contentQuery, postsQuery],
    olderThanMs: FRESH_MS,
    isPaused: () => pathname.startsWith("/admin") || store.get(listeningAtom)?.isPlaying() === true,
  });
}
