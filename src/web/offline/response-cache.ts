import { pathOf } from "#contract/first-paint.ts";
import { LAST_SEEN } from "#contract/headers.ts";
import { SESSION_IDLE_DAYS } from "#contract/limits.ts";
import { withTimeout } from "#web/lib/browser/retry.ts";

/** The whole name in version 1.0.0. */
const CACHE_PREFIX = "last-answers";

/**
 * What the member saw last: responses by URL, and the page with those it shows first. The service worker updates it.
 * Its name contains a hash of `src/contract`, because pages can't parse responses of another version's server.
 */
export const RESPONSES_CACHE =
  process.env.NODE_ENV === "production" ? `${CACHE_PREFIX}-${process.env["CONTRACT_HASH"]}` : CACHE_PREFIX;

/** The same page serves every path. */
export const PAGE_PATH = "/";

const DAY_MS = 24 * 60 * 60 * 1000;

export const USER_PATH = pathOf("GET /api/auth/user");

/** Long enough for a large response to be stored over a slow network. */
export const STORE_TIMEOUT_MS = 10_000;
export const READ_TIMEOUT_MS = 5000;

/** Some browsers' storage never responds, which must not block a page. @throws Error after a time */
export const readInTime = <T>(work: Promise<T>): Promise<T> =>
  withTimeout(READ_TIMEOUT_MS, work, "The browser's storage doesn't respond");
export const storeInTime = <T>(work: Promise<T>): Promise<T> =>
  withTimeout(STORE_TIMEOUT_MS, work, "The browser's storage doesn't respond");

export const getCachedResponse = (request: Request | string): Promise<Response | undefined> =>
  caches.match(request, { cacheName: RESPONSES_CACHE });

/** The member whose responses are cached and whose session may still be valid, or null. */
export async function getCacheOwner(): Promise<number | null> {
  const user = await getCachedResponse(USER_PATH);
  return user && isSessionAlive(user) ? (await user.json()).id : null;
}

export async function getCachedPage(): Promise<Response | null> {
  const page = await getCachedResponse(PAGE_PATH);
  return page && isSessionAlive(page) ? page : null;
}

/** Makes the next page load from the network, once. The worker composes another one then. */
export async function deleteCachedPage(): Promise<void> {
  if (await caches.has(RESPONSES_CACHE)) await (await caches.open(RESPONSES_CACHE)).delete(PAGE_PATH);
}

/** Deletes the caches of every version: at sign-out, when the session has expired, and before another member's. */
export const deleteCachedResponses = (): Promise<void> => deleteCaches(() => true);

/** Deletes the responses of other members, as the service worker does, which a page lacks after a forced reload. */
export async function deleteResponsesOfOthers(userId: number): Promise<void> {
  if (((await getCacheOwner()) ?? userId) !== userId) await deleteCachedResponses();
}

export const deleteOwnResponses = (): Promise<void> => deleteCaches((name) => name === RESPONSES_CACHE);

export const deleteOlderResponses = (): Promise<void> => deleteCaches((name) => name !== RESPONSES_CACHE);

async function deleteCaches(shouldDelete: (name: string) => boolean): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && shouldDelete(name));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** When a response was stored, in milliseconds since 1970. */
export const storedAt = (answer: Response): number => Date.parse(answer.headers.get(LAST_SEEN) ?? "");

const isSessionAlive = (answer: Response) => storedAt(answer) > Date.now() - SESSION_IDLE_DAYS * DAY_MS;
