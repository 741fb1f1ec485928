import { queryOptions } from "@tanstack/react-query";

import { type AddressInput, addressOf, type Argument } from "#contract/address-of.ts";
import type { CallKey } from "#contract/calls.ts";

import type { ResponseOf } from "./call.ts";

type Options = {
  staleTime?: number;
  retry?: boolean;
  refetchOnMount?: "always";
  refetchOnWindowFocus?: boolean | "always";
};

const ALWAYS_STALE: Options = { staleTime: 0 };
const STALE_AFTER_A_MINUTE: Options = { staleTime: 60_000 };

/** Differences from the defaults in `query-client.ts`. */
const QUERY_OPTIONS: { readonly [Key in CallKey]?: Options } = {
  "GET /api/answer": ALWAYS_STALE,
  "GET /api/audiobook-progress/history": ALWAYS_STALE,
  "GET /api/backups": ALWAYS_STALE,
  "GET /api/books/:id/contents": STALE_AFTER_A_MINUTE,
  "GET /api/books/:id/copies": { staleTime: 10_000 },
  "GET /api/books/:id/notes": STALE_AFTER_A_MINUTE,
  "GET /api/books/:id/notes/count": { staleTime: 60_000, refetchOnWindowFocus: true },
  "GET /api/books/:id/paper/history": ALWAYS_STALE,
  "GET /api/books/:id/place": { staleTime: 0, refetchOnMount: "always" },
  "GET /api/books/:id/plan": STALE_AFTER_A_MINUTE,
  "GET /api/books/:id/sentences": { staleTime: 60_000, retry: false },
  "GET /api/books/:id/timeline": STALE_AFTER_A_MINUTE,
  "GET /api/books/:id/warnings": { retry: false },
  "GET /api/dates": ALWAYS_STALE,
  "GET /api/email/preview/:kind": ALWAYS_STALE,
  "GET /api/email/run": ALWAYS_STALE,
  "GET /api/email/status": { staleTime: 0, retry: false },
  "GET /api/invitations": ALWAYS_STALE,
  "GET /api/meetings/:id": ALWAYS_STALE,
  "GET /api/meetings/:id/unanswered": ALWAYS_STALE,
  "GET /api/meetings/hosts": ALWAYS_STALE,
  "GET /api/months/:month": ALWAYS_STALE,
  "GET /api/nominations": ALWAYS_STALE,
  "GET /api/polls/current": ALWAYS_STALE,
  "GET /api/posts/board": ALWAYS_STALE,
  "GET /api/profile": ALWAYS_STALE,
  "GET /api/profile/calendar": ALWAYS_STALE,
  "GET /api/profile/feeds/:kind": ALWAYS_STALE,
  "GET /api/profile/passkeys": ALWAYS_STALE,
  "GET /api/profile/sessions": ALWAYS_STALE,
  "GET /api/reading-progress/history": ALWAYS_STALE,
  "GET /api/shelf": { staleTime: 10_000 },
  "GET /api/shelf/:id": ALWAYS_STALE,
  "GET /api/shelf/import": ALWAYS_STALE,
  "GET /api/storage": ALWAYS_STALE,
  "GET /api/users": ALWAYS_STALE,
  "GET /api/wines": ALWAYS_STALE,
};

/** The key is the URL, by which cached responses are found. */
export function query<Key extends Extract<CallKey, `GET ${string}`>>(key: Key, ...input: Argument<AddressInput<Key>>) {
  return queryOptions<ResponseOf<Key>>({ queryKey: [addressOf(key, ...input)], ...QUERY_OPTIONS[key] });
}
