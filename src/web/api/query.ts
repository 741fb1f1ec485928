import { queryOptions } from "@tanstack/react-query";

import { type AddressInput, addressOf, type Argument } from "#contract/address-of.ts";
import type { CallKey } from "#contract/calls.ts";

import type { ResponseOf } from "./call.ts";

type Options = {
  /** Milliseconds. */
  staleTime?: number;
  retry?: boolean;
  refetchOnMount?: "always";
  refetchOnWindowFocus?: boolean | "always";
};

const FRESH: Options = { staleTime: 0 };
const FOR_A_MINUTE: Options = { staleTime: 60_000 };

/** Where queries differ from SPEC 7's defaults in `query-client.ts`: never stale. */
const QUERY_OPTIONS: { readonly [Key in CallKey]?: Options } = {
  "GET /api/answer": FRESH,
  "GET /api/audiobook-progress/history": FRESH,
  "GET /api/backups": FRESH,
  "GET /api/books/:id/contents": FOR_A_MINUTE,
  "GET /api/books/:id/copies": { staleTime: 10_000 },
  "GET /api/books/:id/notes": FOR_A_MINUTE,
  "GET /api/books/:id/notes/count": { staleTime: 60_000, refetchOnWindowFocus: true },
  "GET /api/books/:id/paper/history": FRESH,
  "GET /api/books/:id/place": { staleTime: 0, refetchOnMount: "always" },
  "GET /api/books/:id/plan": FOR_A_MINUTE,
  "GET /api/books/:id/sentences": { staleTime: 60_000, retry: false },
  "GET /api/books/:id/timeline": FOR_A_MINUTE,
  "GET /api/books/:id/warnings": { retry: false },
  "GET /api/dates": FRESH,
  "GET /api/email/preview/:kind": FRESH,
  "GET /api/email/run": FRESH,
  // not retried (SPEC 7)
  "GET /api/email/status": { staleTime: 0, retry: false },
  "GET /api/invitations": FRESH,
  "GET /api/meetings/:id": FRESH,
  "GET /api/meetings/:id/unanswered": FRESH,
  "GET /api/meetings/hosts": FRESH,
  "GET /api/months/:month": FRESH,
  "GET /api/nominations": FRESH,
  "GET /api/polls/current": FRESH,
  "GET /api/posts/board": FRESH,
  "GET /api/profile": FRESH,
  "GET /api/profile/calendar": FRESH,
  "GET /api/profile/feeds/:kind": FRESH,
  "GET /api/profile/passkeys": FRESH,
  "GET /api/profile/sessions": FRESH,
  "GET /api/reading-progress/history": FRESH,
  "GET /api/shelf": { staleTime: 10_000 },
  "GET /api/shelf/:id": FRESH,
  "GET /api/shelf/import": FRESH,
  "GET /api/storage": FRESH,
  "GET /api/users": FRESH,
  "GET /api/wines": FRESH,
};

/** A query of one of the table's GETs. Its key is the address, by which stored responses are found. */
export function query<Key extends Extract<CallKey, `GET ${string}`>>(key: Key, ...input: Argument<AddressInput<Key>>) {
  return queryOptions<ResponseOf<Key>>({ queryKey: [addressOf(key, ...input)], ...QUERY_OPTIONS[key] });
}
