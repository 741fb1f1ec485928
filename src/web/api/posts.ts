import { queryOptions } from "@tanstack/react-query";

import type { Board, NewPost, Post } from "#contract/posts.ts";

import { client } from "./client.ts";

export const postsQuery = queryOptions<Post[]>({ queryKey: ["/api/posts"] });

export const addPost = (post: NewPost) => client.post<Post>("/api/posts", post);

export const changePost = ({ id, content }: { id: number; content: string }) =>
  client.patch<Post>(`/api/posts/${id}`, { content });

export const removePost = (id: number) => client.delete(`/api/posts/${id}`, { keepalive: true });

export const boardQuery = queryOptions<Board>({ queryKey: ["/api/posts/board"], staleTime: 0 });

export const resetBoard = () => client.delete("/api/posts");

export const restoreBoard = () => client.post<Board>("/api/posts/restore");
