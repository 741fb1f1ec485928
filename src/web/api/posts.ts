import { queryOptions } from "@tanstack/react-query";

import type { NewPost, Post } from "#contract/posts.ts";

import { client } from "./client.ts";

/** The Snacks & Drinks Board, newest first. */
export const postsQuery = queryOptions<Post[]>({ queryKey: ["/api/posts"] });

export const addPost = (post: NewPost) => client.post<Post>("/api/posts", post);
