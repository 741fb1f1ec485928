import { queryOptions } from "@tanstack/react-query";

import { type Argument, callUrl, type CallUrlInput } from "#contract/call-url.ts";
import type { CallKey } from "#contract/calls.ts";

import type { ResponseOf } from "./call.ts";

type Options = {
  staleTime?: number;
  refetchOnMount?: "always";
  refetchOnWindowFocus?: boolean | "always";
};

const NEVER_STALE: Options = { staleTime: Infinity };
const STALE_AFTER_A_MINUTE: Options = { staleTime: 60_000 };

/** Other responses are stale at once, so a page that shows them refetches them. */
const QUERY_OPTIONS: { readonly [Key in CallKey]?: Options } = {
  "GET /api/bookmarks": NEVER_STALE,
  "GET /api/books": NEVER_STALE,
  "GET /api/books/:id/contents": STALE_AFTER_A_MINUTE,
  "GET /api/books/:id/copies": { staleTime: 10_000 },
  "GET /api/books/:id/match": NEVER_STALE,
  "GET /api/books/:id/notes": STALE_AFTER_A_MINUTE,
  "GET /api/books/:id/notes/count": { staleTime: 60_000, refetchOnWindowFocus: true },
  "GET /api/books/:id/place": { refetchOnMount: "always" },
  "GET /api/books/:id/plan": STALE_AFTER_A_MINUTE,
  "GET /api/books/:id/sentences": STALE_AFTER_A_MINUTE,
  "GET /api/books/:id/timeline": STALE_AFTER_A_MINUTE,
  "GET /api/books/:id/warnings": NEVER_STALE,
  "GET /api/books/current": NEVER_STALE,
  "GET /api/content": NEVER_STALE,
  "GET /api/meetings/current": NEVER_STALE,
  "GET /api/posts": NEVER_STALE,
  "GET /api/shelf": { staleTime: 10_000 },
};

/** The key is the URL, by which cached responses are found. */
export function query<Key extends Extract<CallKey, `GET ${string}`>>(key: Key, ...input: Argument<CallUrlInput<Key>>) {
  return queryOptions<ResponseOf<Key>>({ queryKey: [callUrl(key, ...input)], staleTime: 0, ...QUERY_OPTIONS[key] });
}

/** The newest of the rows that several pages of a list have. */
export const uniqueById = <Row extends { id: number }>(rows: readonly Row[]): Row[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
];
