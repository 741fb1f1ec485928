import { queryOptions } from "@tanstack/react-query";

import type { Content, ContentChange } from "#contract/content.ts";

import { client } from "./client.ts";

export const contentQuery = queryOptions<Content>({ queryKey: ["/api/content"] });

export const changeContent = (patch: ContentChange) => client.patch<Content>("/api/content", patch);
