import { pathOf } from "#contract/first-paint.ts";
import { LAST_SEEN } from "#contract/headers.ts";
import { SESSION_IDLE_DAYS } from "#contract/limits.ts";

/** Version 1.0.0's whole name. */
const PREFIX = "last-answers";

/**
 * What the member saw last: answers by URL, and the page that has those which it shows first. Kept current by the
 * service worker. Its name has a hash of `src/contract`, because pages can't read what another version's server answered.
 */
export const ANSWERS_CACHE =
  process.env.NODE_ENV === "production" ? `${PREFIX}-${process.env["CONTRACT_HASH"]}` : PREFIX;

/** The one page for every address. */
export const PAGE = "/";

const DAY_MS = 24 * 60 * 60 * 1000;

export const USER = pathOf("GET /api/auth/user");

/** Has the `LAST_SEEN` header; undefined when there is none. */
export const cachedResponse = (request: Request | string): Promise<Response | undefined> =>
  caches.match(request, { cacheName: ANSWERS_CACHE });

/** The member whose answers are stored and whose session may still last, or null. */
export async function cachedResponsesOwner(): Promise<number | null> {
  const user = await cachedResponse(USER);
  return user && mayLast(user) ? (await user.json()).id : null;
}

/** The member's page with its answers, in one lookup; null once their session can't last any more. */
export async function cachedPage(): Promise<Response | null> {
  const page = await cachedResponse(PAGE);
  return page && mayLast(page) ? page : null;
}

/** Has the next page come from the network, once; the worker composes another one then. */
export async function deleteCachedPage(): Promise<void> {
  if (await caches.has(ANSWERS_CACHE)) await (await caches.open(ANSWERS_CACHE)).delete(PAGE);
}

/** At sign-out, when the session has ended, and before another member's. Those of every version. */
export const deleteAnswers = (): Promise<void> => deleteCaches(() => true);

/** Deletes those of anybody else, like the service worker, which a page lacks after a forced reload. */
export async function keepAnswersOf(userId: number): Promise<void> {
  if (((await cachedResponsesOwner()) ?? userId) !== userId) await deleteAnswers();
}

/** What pages of this version can't read. */
export const deleteOlderAnswers = (): Promise<void> => deleteCaches((name) => name !== ANSWERS_CACHE);

async function deleteCaches(isMeant: (name: string) => boolean): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && isMeant(name));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** When an answer was stored, in milliseconds since 1970. */
export const seenAt = (answer: Response): number => Date.parse(answer.headers.get(LAST_SEEN) ?? "");

const mayLast = (answer: Response) => seenAt(answer) > Date.now() - SESSION_IDLE_DAYS * DAY_MS;
