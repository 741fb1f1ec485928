import { pathPattern } from "#contract/call-url.ts";
import { LAST_SEEN_HEADER } from "#contract/headers.ts";

import { RESPONSES_CACHE } from "./response-cache.ts";
import { storeWithTimeout } from "./storage-timeouts.ts";
import { requireWholeJson } from "./worker/server-response.ts";

// Separate from response-cache.ts, which visitors load, too.

/** Images, and positions, of which this device may have newer ones. */
const UNEMBEDDED_CALLS = [
  "GET /api/avatars/*",
  "GET /api/covers/*",
  "GET /api/audiobook-progress",
  "GET /api/audiobook-progress/history",
  "GET /api/reading-progress",
  "GET /api/reading-progress/history",
  "GET /api/books/:id/place",
] as const;

/** Not in the page that the worker composes. */
export const EXCLUDED_CALLS = pathPattern(...UNEMBEDDED_CALLS);

/** Add a call to make another screen work offline. Never of admins. */
export const STORED_CALLS = pathPattern(
  ...UNEMBEDDED_CALLS,
  "GET /api/auth/user",
  "GET /api/club",
  "GET /api/content",
  "GET /api/books/current",
  "GET /api/meetings/current",
  "GET /api/polls/current",
  "GET /api/posts",
  "GET /api/bookmarks",
  "GET /api/books/:id/notes",
  "GET /api/books/:id/notes/count",
  "GET /api/shelf",
  "GET /api/shelf/:id",
);

export async function storeResponse(request: Request | string, response: Response): Promise<void> {
  await requireWholeJson(response);
  const headers = {
    "Content-Type": response.headers.get("content-type") ?? "",
    [LAST_SEEN_HEADER]: new Date().toISOString(),
  };
  const body = await response.blob();
  await accessAlone(async () =>
    (await caches.open(RESPONSES_CACHE)).put(request, new Response(body, { headers })),
  ).catch(() => undefined);
}

let lastAccess: Promise<unknown> = Promise.resolve();

/**
 * Runs overwriting a stored response or page, and reading them for a new page, one after the other. WebKit truncates the
 * file that it overwrites: if another access reads it, the browser's network process crashes, and pages stop loading.
 * @throws Error if the browser's storage doesn't respond
 */
export function accessAlone<T>(access: () => Promise<T>): Promise<T> {
  const result = lastAccess.then(() => storeWithTimeout(access()));
  lastAccess = result.catch(() => undefined);
  return result;
}
