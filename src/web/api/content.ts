import { queryOptions } from "@tanstack/react-query";

import type { Content } from "#contract/content.ts";

// alone, because the first visit loads it
export const contentQuery = queryOptions<Content>({ queryKey: ["/api/content"] });
