import { createResponsesElement, type PageResponses } from "#contract/first-paint.ts";
import { LAST_SEEN_HEADER } from "#contract/headers.ts";
import {
  getCachedResponse,
  getCacheOwner,
  getStoredTime,
  PAGE_PATH,
  RESPONSES_CACHE,
  USER_PATH,
} from "#web/offline/response-cache.ts";
import { findCached, readWithTimeout } from "#web/offline/storage-timeouts.ts";
import { accessAlone, EXCLUDED_CALLS } from "#web/offline/store-response.ts";

const COMPOSE_DELAY_MS = 50;

let pendingCompose: Promise<void> | null = null;
let lastReplacement: Promise<void> | null = null;

/** Waits for a page that is just being replaced. */
export async function findMemberPage(): Promise<Response | undefined> {
  const find = () => findCached(PAGE_PATH, RESPONSES_CACHE);
  const page = await find();
  if (page || !lastReplacement) return page;
  return readWithTimeout(lastReplacement).then(find, find);
}

/** The next page comes from the network, once. */
export async function deleteMemberPage(): Promise<void> {
  if (await caches.has(RESPONSES_CACHE)) await (await caches.open(RESPONSES_CACHE)).delete(PAGE_PATH);
}

/** Once for all responses that arrive together. */
export function scheduleCompose(shellCache: string): Promise<void> {
  pendingCompose ??= new Promise((resolve) => setTimeout(resolve, COMPOSE_DELAY_MS)).then(() => {
    pendingCompose = null;
    return accessAlone(() => composePage(shellCache)).catch(() => undefined);
  });
  return pendingCompose;
}

async function composePage(shellCache: string): Promise<void> {
  const [page, user, owner] = await Promise.all([
    caches.match(PAGE_PATH, { cacheName: shellCache }),
    getCachedResponse(USER_PATH),
    getCacheOwner(),
  ]);
  if (!page || !user || owner === null) return;
  const cache = await caches.open(RESPONSES_CACHE);
  const responses = createResponsesElement(JSON.stringify(await readCachedResponses(cache)));
  const headers = new Headers(page.headers);
  headers.set(LAST_SEEN_HEADER, user.headers.get(LAST_SEEN_HEADER) ?? "");
  const html = (await page.text()).replace("</body>", (end) => responses + end);
  lastReplacement = replacePage(cache, new Response(html, { headers }), owner);
  await lastReplacement;
}

async function replacePage(cache: Cache, page: Response, owner: number): Promise<void> {
  // First, because a visit doesn't wait with reading the older page.
  await cache.delete(PAGE_PATH);
  // Meanwhile the responses may have been deleted, or replaced by another member's.
  const isSameOwner = async () => (await getCacheOwner()) === owner;
  if (await isSameOwner()) await cache.put(PAGE_PATH, page);
  if (!(await isSameOwner())) await cache.delete(PAGE_PATH);
}

async function readCachedResponses(cache: Cache): Promise<PageResponses> {
  const paths = (await cache.keys()).map(({ url }) => url.slice(location.origin.length));
  const embeddedPaths = paths.filter((path) => path !== PAGE_PATH && !EXCLUDED_CALLS.test(path.split("?")[0] ?? ""));
  const entries = embeddedPaths.map(async (path) => {
    const response = await cache.match(path);
    return response ? [[path, { body: await response.json(), at: getStoredTime(response) }] as const] : [];
  });
  return Object.fromEntries((await Promise.all(entries)).flat());
}
