import { pathOf } from "#contract/first-paint.ts";
import { LAST_SEEN } from "#contract/headers.ts";
import { SESSION_IDLE_DAYS } from "#contract/limits.ts";

/** Version 1.0.0's whole name. */
const CACHE_PREFIX = "last-answers";

/**
 * What the member saw last: answers by URL, and the page that has those which it shows first. Kept current by the
 * service worker. Its name has a hash of `src/contract`, because pages can't read what another version's server answered.
 */
export const RESPONSES_CACHE =
  process.env.NODE_ENV === "production" ? `${CACHE_PREFIX}-${process.env["CONTRACT_HASH"]}` : CACHE_PREFIX;

/** The one page for every address. */
export const PAGE_PATH = "/";

const DAY_MS = 24 * 60 * 60 * 1000;

export const USER_PATH = pathOf("GET /api/auth/user");

/** Has the `LAST_SEEN` header; undefined when there is none. */
export const getCachedResponse = (request: Request | string): Promise<Response | undefined> =>
  caches.match(request, { cacheName: RESPONSES_CACHE });

/** The member whose answers are stored and whose session may still last, or null. */
export async function getCacheOwner(): Promise<number | null> {
  const user = await getCachedResponse(USER_PATH);
  return user && isSessionAlive(user) ? (await user.json()).id : null;
}

/** The member's page with its answers, in one lookup; null once their session can't last any more. */
export async function getCachedPage(): Promise<Response | null> {
  const page = await getCachedResponse(PAGE_PATH);
  return page && isSessionAlive(page) ? page : null;
}

/** Has the next page come from the network, once; the worker composes another one then. */
export async function deleteCachedPage(): Promise<void> {
  if (await caches.has(RESPONSES_CACHE)) await (await caches.open(RESPONSES_CACHE)).delete(PAGE_PATH);
}

/** At sign-out, when the session has ended, and before another member's. Those of every version. */
export const deleteCachedResponses = (): Promise<void> => deleteCaches(() => true);

/** Deletes those of anybody else, like the service worker, which a page lacks after a forced reload. */
export async function deleteResponsesOfOthers(userId: number): Promise<void> {
  if (((await getCacheOwner()) ?? userId) !== userId) await deleteCachedResponses();
}

/** What pages of this version can't read. */
export const deleteOlderResponses = (): Promise<void> => deleteCaches((name) => name !== RESPONSES_CACHE);

async function deleteCaches(shouldDelete: (name: string) => boolean): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && shouldDelete(name));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** When an answer was stored, in milliseconds since 1970. */
export const storedAt = (answer: Response): number => Date.parse(answer.headers.get(LAST_SEEN) ?? "");

const isSessionAlive = (answer: Response) => storedAt(answer) > Date.now() - SESSION_IDLE_DAYS * DAY_MS;
