import { infiniteQueryOptions } from "@tanstack/react-query";

import { addressOf } from "#contract/address-of.ts";

import { call } from "./call.ts";

const PAGE_SIZE = 10;

export const auditQuery = infiniteQueryOptions({
  queryKey: [addressOf("GET /api/audit")],
  queryFn: ({ pageParam, signal }) =>
    call("GET /api/audit", { query: { limit: PAGE_SIZE, before: pageParam ?? undefined }, signal }),
  initialPageParam: null as number | null,
  getNextPageParam: (last) => (last.length < PAGE_SIZE ? undefined : last.at(-1)?.id),
  staleTime: 0,
});
