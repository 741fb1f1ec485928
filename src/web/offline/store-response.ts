import { LAST_SEEN } from "#contract/headers.ts";

import { RESPONSES_CACHE } from "./response-cache.ts";

// Separate from response-cache.ts, which visitors load, too.

/** Add a path to make another screen work offline. Never of admins. */
export const STORED_CALLS =
  /^\/api\/(?:auth\/user|club|content|books\/current|meetings\/current|polls\/current|posts|avatars\/.+|covers\/.+|bookmarks|(?:audiobook|reading)-progress(?:\/history)?|books\/\d+\/(?:place|notes|notes\/count)|shelf(?:\/\d+)?)$/;

export async function storeResponse(request: Request | string, response: Response): Promise<void> {
  const headers = { "Content-Type": response.headers.get("content-type") ?? "", [LAST_SEEN]: new Date().toISOString() };
  const body = await response.blob();
  await (await caches.open(RESPONSES_CACHE)).put(request, new Response(body, { headers })).catch(() => undefined);
}
