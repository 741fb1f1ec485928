import { queryOptions } from "@tanstack/react-query";

import type { Content } from "#contract/content.ts";

export const contentQuery = queryOptions<Content>({ queryKey: ["/api/content"] });
