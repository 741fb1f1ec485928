import { pathOf } from "#contract/first-paint.ts";
import { LAST_SEEN_HEADER } from "#contract/headers.ts";
import { SESSION_IDLE_DAYS } from "#contract/limits.ts";

const CACHE_PREFIX = "responses";
/** The prefix until 1.1.0, whose worker deletes all caches with it, also after an update. */
const OLD_CACHE_PREFIX = "last-answers";

/** By version of `src/contract`, because pages can't parse the responses of another one. */
export const RESPONSES_CACHE =
  process.env.NODE_ENV === "production" ? `${CACHE_PREFIX}-${process.env["CONTRACT_HASH"]}` : CACHE_PREFIX;

/** The same page serves every path. */
export const PAGE_PATH = "/";

const DAY_MS = 24 * 60 * 60 * 1000;

export const USER_PATH = pathOf("GET /api/auth/user");

export const getCachedResponse = (request: Request | string): Promise<Response | undefined> =>
  caches.match(request, { cacheName: RESPONSES_CACHE });

/** The member of the cached responses; null if the session has expired. */
export async function getCacheOwner(): Promise<number | null> {
  const user = await getCachedResponse(USER_PATH);
  return user && isSessionAlive(user) ? (await user.json()).id : null;
}

/** Deletes the caches of every version. */
export const deleteCachedResponses = (): Promise<void> => deleteCaches(() => true);

/** As the service worker does, which a page lacks after a forced reload. */
export async function deleteResponsesOfOthers(userId: number): Promise<void> {
  if (((await getCacheOwner()) ?? userId) !== userId) await deleteCachedResponses();
}

export const deleteOwnResponses = (): Promise<void> => deleteCaches((name) => name === RESPONSES_CACHE);

export const deleteOlderResponses = (): Promise<void> => deleteCaches((name) => name !== RESPONSES_CACHE);

async function deleteCaches(shouldDelete: (name: string) => boolean): Promise<void> {
  const isOfResponses = (name: string) => name.startsWith(CACHE_PREFIX) || name.startsWith(OLD_CACHE_PREFIX);
  const names = (await caches.keys()).filter((name) => isOfResponses(name) && shouldDelete(name));
  await Promise.all(names.map((name) => caches.delete(name)));
}

export const getStoredTime = (response: Response): number => Date.parse(response.headers.get(LAST_SEEN_HEADER) ?? "");

export const isSessionAlive = (response: Response): boolean =>
  getStoredTime(response) > Date.now() - SESSION_IDLE_DAYS * DAY_MS;
