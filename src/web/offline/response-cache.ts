import { LAST_SEEN } from "#contract/headers.ts";
import { pathOf } from "#contract/path-of.ts";
import { SESSION_IDLE_DAYS } from "#contract/session-days.ts";

/** Version 1.0.0's whole name. */
const PREFIX = "last-answers";

/**
 * The member's latest answers by URL, which pages show first; kept current by the service worker. Its name has a hash of
 * `src/contract`, because pages can't read what another version's server answered.
 */
export const ANSWERS_CACHE =
  process.env.NODE_ENV === "production" ? `${PREFIX}-${process.env["CONTRACT_HASH"]}` : PREFIX;

/** Not shown before the server has answered: pictures, and places, of which this device may have newer ones. */
const NOT_SHOWN_FIRST = /avatars|covers|progress|place$/;

const DAY_MS = 24 * 60 * 60 * 1000;

export const USER = pathOf("GET /api/auth/user");

/** `path` with its query; `at` in milliseconds since 1970. */
export type CachedResponse = { path: string; body: unknown; at: number };

/** Has the `LAST_SEEN` header; undefined when there is none. */
export const cachedResponse = (storage: CacheStorage, request: Request | string): Promise<Response | undefined> =>
  storage.match(request, { cacheName: ANSWERS_CACHE });

/** The member whose answers are stored and whose session may still last, or null. */
export async function cachedResponsesOwner(storage: CacheStorage): Promise<number | null> {
  const user = await cachedResponse(storage, USER);
  if (!user || !(seenAt(user) > Date.now() - SESSION_IDLE_DAYS * DAY_MS)) return null;
  return (await user.json()).id;
}

/** What pages show until the server has answered again; empty without a member. */
export async function readAnswers(storage: CacheStorage): Promise<CachedResponse[]> {
  if ((await cachedResponsesOwner(storage)) === null) return [];
  const cache = await storage.open(ANSWERS_CACHE);
  const paths = (await cache.keys()).map(({ url }) => url.slice(location.origin.length));
  const shown = paths.filter((path) => !NOT_SHOWN_FIRST.test(path.split("?")[0] ?? ""));
  return Promise.all(shown.map((path) => readAnswer(cache, path))).then((answers) => answers.flat());
}

/** At sign-out, when the session has ended, and before another member's. Those of every version. */
export const deleteAnswers = (storage: CacheStorage): Promise<void> => deleteCaches(storage, () => true);

/** What pages of this version can't read. */
export const deleteOlderAnswers = (storage: CacheStorage): Promise<void> =>
  deleteCaches(storage, (name) => name !== ANSWERS_CACHE);

async function deleteCaches(storage: CacheStorage, isMeant: (name: string) => boolean): Promise<void> {
  const names = (await storage.keys()).filter((name) => name.startsWith(PREFIX) && isMeant(name));
  await Promise.all(names.map((name) => storage.delete(name)));
}

/** Empty when it was deleted meanwhile. */
async function readAnswer(cache: Cache, path: string): Promise<CachedResponse[]> {
  const answer = await cache.match(path);
  if (!answer) return [];
  return [{ path, body: await answer.json(), at: seenAt(answer) }];
}

const seenAt = (answer: Response) => Date.parse(answer.headers.get(LAST_SEEN) ?? "");
