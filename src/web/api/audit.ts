import { infiniteQueryOptions } from "@tanstack/react-query";

import type { AuditEntry } from "#contract/audit.ts";

import { client } from "./client.ts";

const PAGE_SIZE = 10;

export const auditQuery = infiniteQueryOptions({
  queryKey: ["/api/audit"],
  queryFn: ({ pageParam, signal }) => {
    const before = pageParam === null ? "" : `&before=${pageParam}`;
    return client.get<AuditEntry[]>(`/api/audit?limit=${PAGE_SIZE}${before}`, signal);
  },
  initialPageParam: null as number | null,
  getNextPageParam: (last) => (last.length < PAGE_SIZE ? undefined : last.at(-1)?.id),
  staleTime: 0,
});
