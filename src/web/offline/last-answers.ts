import { LAST_SEEN } from "#contract/headers.ts";

/** The member's latest answers by URL, for offline; kept current by the service worker. */
const ANSWERS_CACHE = "last-answers";

/** Stored calls; add a path to make another screen work offline. Nothing of admins. */
export const STORED_CALLS =
  /^\/api\/(?:auth\/user|club|content|books\/current|meetings\/current|posts|avatars\/.+|covers\/.+|bookmarks|(?:audiobook|reading)-progress(?:\/history)?|books\/\d+\/(?:place|notes)|shelf(?:\/\d+)?)$/;

/** Home's calls, stored as soon as there is a worker: the first page loaded before it. */
export const HOME_CALLS = [
  "/api/auth/user",
  "/api/club",
  "/api/content",
  "/api/meetings/current",
  "/api/books/current",
  "/api/posts",
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

/** Has the `LAST_SEEN` header; undefined when there is none. */
export const lastAnswer = (storage: CacheStorage, request: Request | string): Promise<Response | undefined> =>
  storage.match(request, { cacheName: ANSWERS_CACHE });

/** The member whose answers are stored, or null. */
export async function answersOwner(storage: CacheStorage): Promise<number | null> {
  const user = await lastAnswer(storage, "/api/auth/user");
  return user ? (await user.json()).id : null;
}

/** At sign-out, when the session has ended, and before another member's. */
export const deleteAnswers = (storage: CacheStorage): Promise<boolean> => storage.delete(ANSWERS_CACHE);
