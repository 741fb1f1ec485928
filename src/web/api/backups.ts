import { queryOptions } from "@tanstack/react-query";

import type { Backups } from "#contract/backups.ts";

import { client } from "./client.ts";

export const backupsQuery = queryOptions({
  queryKey: ["/api/backups"],
  queryFn: ({ signal }) => client.get<Backups>("/api/backups", signal),
  staleTime: 0,
});
