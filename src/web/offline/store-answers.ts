import { addressOf } from "#contract/address-of.ts";
import { LAST_SEEN } from "#contract/headers.ts";

import { ANSWERS_CACHE, USER } from "./response-cache.ts";

// apart from response-cache.ts, which visitors load, too

/** Stored calls; add a path to make another screen work offline. Nothing of admins. */
export const STORED_CALLS =
  /^\/api\/(?:auth\/user|club|content|books\/current|meetings\/current|polls\/current|posts|avatars\/.+|covers\/.+|bookmarks|(?:audiobook|reading)-progress(?:\/history)?|books\/\d+\/(?:place|notes|notes\/count)|shelf(?:\/\d+)?)$/;

/** Home's calls, stored as soon as there is a worker: the first page loaded before it. */
export const HOME_CALLS = [
  USER,
  addressOf("GET /api/club"),
  addressOf("GET /api/content"),
  addressOf("GET /api/meetings/current"),
  addressOf("GET /api/books/current"),
  addressOf("GET /api/posts"),
  addressOf("GET /api/polls/current"),
];

/** On a full device the older answer stays. */
export async function storeAnswer(storage: CacheStorage, request: Request | string, answer: Response): Promise<void> {
  const headers = { "Content-Type": answer.headers.get("content-type") ?? "", [LAST_SEEN]: new Date().toISOString() };
  const body = await answer.blob();
  await (
    await storage.open(ANSWERS_CACHE)
  )
    .put(request, new Response(body, { headers }))
    // a full device
    .catch(() => undefined);
}
