import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { addressOf } from "#contract/address-of.ts";

import { call } from "./call.ts";
import { query } from "./query.ts";

const RUN_POLL_MS = 1000;
/** Small, because the shown rows are fetched again after each mail that is sent. */
const FIRST_PAGE_ROWS = 25;
const PAGE_ROWS_MAX = 250;

export const monthlyRunQuery = queryOptions({
  ...query("GET /api/email/run"),
  refetchInterval: ({ state }) => (state.data?.running ? RUN_POLL_MS : false),
});

export const audienceQuery = (refetchKey: string) =>
  queryOptions({
    queryKey: [addressOf("GET /api/email/audience"), refetchKey],
    queryFn: ({ signal }) => call("GET /api/email/audience", { signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** 0 pages are its first rows. `refetchKey` changes when a mail was sent. */
export const outboxQuery = (period: string | undefined, refetchKey: string, pageCount: number) =>
  queryOptions({
    queryKey: [addressOf("GET /api/email/outbox"), period, pageCount, refetchKey],
    queryFn: async ({ signal }) => {
      const limit = pageCount === 0 ? FIRST_PAGE_ROWS : PAGE_ROWS_MAX;
      const readPage = (page: number) =>
        call("GET /api/email/outbox", { query: { limit, offset: page * limit, period }, signal });
      const [firstPage, ...others] = await Promise.all([
        readPage(0),
        ...Array.from({ length: pageCount - 1 }, (_, at) => readPage(at + 1)),
      ]);
      const rows = [firstPage, ...others].flatMap((page) => page.rows);
      const hasMore = rows.length === limit * Math.max(1, pageCount);
      // A mail that failed in the meantime has moved to an earlier page.
      return { ...firstPage, rows: [...new Map(rows.map((row) => [row.id, row])).values()], pages: pageCount, hasMore };
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
