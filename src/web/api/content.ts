import { queryOptions } from "@tanstack/react-query";

import type { Content } from "#contract/content.ts";

/** Welcome message, president's message and the meeting. */
export const contentQuery = queryOptions<Content>({ queryKey: ["/api/content"] });
