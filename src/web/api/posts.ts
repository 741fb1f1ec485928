import { queryOptions } from "@tanstack/react-query";

import type { Post } from "#contract/posts.ts";

// alone, because the first visit loads it
/** Newest first. */
export const postsQuery = queryOptions<Post[]>({ queryKey: ["/api/posts"] });
