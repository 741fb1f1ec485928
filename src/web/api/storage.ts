import { queryOptions } from "@tanstack/react-query";

import type { Storage } from "#contract/storage.ts";

export const storageQuery = queryOptions<Storage>({ queryKey: ["/api/storage"], staleTime: 0 });
