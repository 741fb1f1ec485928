import { queryOptions } from "@tanstack/react-query";

import type { Board, NewPost, Post } from "#contract/posts.ts";

import { client } from "./client.ts";

export const addPost = (post: NewPost) => client.post<Post>("/api/posts", post);

/** Changes the words of one's own post. */
export const changePost = ({ id, content }: { id: number; content: string }) =>
  client.patch<Post>(`/api/posts/${id}`, { content });

/** Deletes a post; the call outlives the page. */
export const removePost = (id: number) => client.delete(`/api/posts/${id}`, { keepalive: true });

/** How many posts stand on the board, and whether a reset can be taken back; for admins. */
export const boardQuery = queryOptions<Board>({ queryKey: ["/api/posts/board"], staleTime: 0 });

/** Clears all posts from the board. */
export const resetBoard = () => client.delete("/api/posts");

/** Takes back the last reset. */
export const restoreBoard = () => client.post<Board>("/api/posts/restore");
