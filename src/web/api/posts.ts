import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";

import type { NewPost, Post } from "#contract/posts.ts";

import { client } from "./client.ts";

/** The Snacks & Drinks Board, newest first. */
export const postsQuery = queryOptions<Post[]>({ queryKey: ["/api/posts"] });

/** Puts a post on the board and refreshes the list. */
export function useAddPost() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (post: NewPost) => client.post<Post>("/api/posts", post),
    onSuccess: () => queries.invalidateQueries({ queryKey: postsQuery.queryKey }),
  });
}
