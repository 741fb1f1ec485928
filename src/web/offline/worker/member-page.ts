import { answersElement, type PageAnswers } from "#contract/first-paint.ts";
import { LAST_SEEN } from "#contract/headers.ts";
import {
  ANSWERS_CACHE,
  cachedResponse,
  cachedResponsesOwner,
  PAGE,
  seenAt,
  USER,
} from "#web/offline/response-cache.ts";

/** Not shown before the server has answered: pictures, and places, of which this device may have newer ones. */
const NOT_SHOWN_FIRST = /avatars|covers|progress|place$/;

/** Milliseconds in which the answers of an opening page come together. */
const COMPOSE_DELAY_MS = 50;

let composing: Promise<void> | null = null;

/** Writes the stored answers into the member's page, once for all that come at a time. */
export function composeSoon(shellCache: string): Promise<void> {
  composing ??= new Promise((resolve) => setTimeout(resolve, COMPOSE_DELAY_MS)).then(() => {
    composing = null;
    // a full device, or broken storage
    return compose(shellCache).catch(() => undefined);
  });
  return composing;
}

async function compose(shellCache: string): Promise<void> {
  const [page, seen, owner] = await Promise.all([
    caches.match(PAGE, { cacheName: shellCache }),
    cachedResponse(USER),
    cachedResponsesOwner(),
  ]);
  if (!page || !seen || owner === null) return;
  const cache = await caches.open(ANSWERS_CACHE);
  const answers = answersElement(JSON.stringify(await readAnswers(cache)));
  const headers = new Headers(page.headers);
  headers.set(LAST_SEEN, seen.headers.get(LAST_SEEN) ?? "");
  const html = (await page.text()).replace("</body>", (end) => answers + end);
  // the answers may have become another member's, or been deleted, meanwhile
  const isOwners = async () => (await cachedResponsesOwner()) === owner;
  if (await isOwners()) await cache.put(PAGE, new Response(html, { headers }));
  if (!(await isOwners())) await cache.delete(PAGE);
}

async function readAnswers(cache: Cache): Promise<PageAnswers> {
  const paths = (await cache.keys()).map(({ url }) => url.slice(location.origin.length));
  const shown = paths.filter((path) => path !== PAGE && !NOT_SHOWN_FIRST.test(path.split("?")[0] ?? ""));
  const entries = shown.map(async (path) => {
    const answer = await cache.match(path);
    return answer ? [[path, { body: await answer.json(), at: seenAt(answer) }] as const] : [];
  });
  return Object.fromEntries((await Promise.all(entries)).flat());
}
