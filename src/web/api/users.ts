import { queryOptions } from "@tanstack/react-query";

import { addressOf } from "#contract/address-of.ts";
import { TOTAL_COUNT_HEADER } from "#contract/headers.ts";

import { callWithHeaders } from "./call.ts";

export const USERS_PAGE_SIZE = 50;

export function usersQuery(page: number, search: string) {
  const query = { limit: USERS_PAGE_SIZE, offset: page * USERS_PAGE_SIZE, search: search || undefined };
  return queryOptions({
    queryKey: [addressOf("GET /api/users", { query })],
    queryFn: async ({ signal }) => {
      const { body: rows, headers } = await callWithHeaders("GET /api/users", { query, signal });
      return { rows, total: Number(headers.get(TOTAL_COUNT_HEADER)) };
    },
    staleTime: 0,
  });
}
