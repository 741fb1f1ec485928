import type { Content, ContentChange } from "#contract/content.ts";

import { client } from "./client.ts";

export const changeContent = (patch: ContentChange) => client.patch<Content>("/api/content", patch);
