import { queryOptions } from "@tanstack/react-query";

import type { Post } from "#contract/posts.ts";

export const postsQuery = queryOptions<Post[]>({ queryKey: ["/api/posts"] });
