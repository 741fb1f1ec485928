import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";

import type { Bookmark, NewBookmark } from "#contract/bookmarks.ts";

import { client } from "./client.ts";

/** The member's own bookmarks in a book, in order of their positions. */
export const bookmarksQuery = (bookId: number) =>
  queryOptions<Bookmark[]>({ queryKey: [`/api/bookmarks?bookId=${bookId}`] });

/** Sets a bookmark and refreshes the list. */
export function useSetBookmark(bookId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (bookmark: Omit<NewBookmark, "bookId">) =>
      client.post<Bookmark>("/api/bookmarks", { bookId, ...bookmark }),
    onSuccess: () => queries.invalidateQueries({ queryKey: bookmarksQuery(bookId).queryKey }),
  });
}

/** Removes a bookmark by its id and refreshes the list. */
export function useRemoveBookmark(bookId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => client.delete(`/api/bookmarks/${id}`),
    onSettled: () => queries.invalidateQueries({ queryKey: bookmarksQuery(bookId).queryKey }),
  });
}
