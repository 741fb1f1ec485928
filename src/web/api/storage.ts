import { queryOptions } from "@tanstack/react-query";

import type { Storage } from "#contract/storage.ts";

import { client } from "./client.ts";

export const storageQuery = queryOptions({
  queryKey: ["/api/storage"],
  queryFn: ({ signal }) => client.get<Storage>("/api/storage", signal),
  staleTime: 0,
});
