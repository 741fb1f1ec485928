import { callUrl, pathPattern } from "#contract/call-url.ts";
import type { PageResponses } from "#contract/first-paint.ts";
import { COPY_CALLS, COPY_PATH, jsonResponse, readStoredCopy } from "#web/offline/copy/copy.ts";
import {
  deleteCachedResponses,
  deleteOlderResponses,
  deleteOwnResponses,
  getCacheOwner,
  RESPONSES_CACHE,
  USER_PATH,
} from "#web/offline/response-cache.ts";
import { findCached, storeWithTimeout } from "#web/offline/storage-timeouts.ts";
import { STORED_CALLS, storeResponse } from "#web/offline/store-response.ts";

import {
  audioFromCopy,
  canHaveCopy,
  copyOrNetwork,
  deleteOldCopy,
  deleteStoredCopy,
  hasCompleteCopy,
  loadCopyState,
  refreshCopy,
  respondFromCopy,
} from "./book-copy.ts";
import { scheduleCompose } from "./member-page.ts";
import { handlePushEvents, type PushWorker } from "./push-notifications.ts";
import { isServerResponse } from "./server-response.ts";
import {
  cacheFirst,
  isPage,
  networkFirst,
  openPage,
  refreshPage,
  SHELL_CACHE,
  storeShell,
  trimShell,
} from "./shell.ts";

/** Worker globals missing from TypeScript's DOM types. */
type WorkerEvent = Event & { waitUntil: (work: Promise<unknown>) => void };
type FetchEvent = WorkerEvent & { request: Request; respondWith: (response: Promise<Response>) => void };
type Worker = {
  addEventListener: (name: string, listener: (event: FetchEvent) => void) => void;
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
};

const worker = globalThis as unknown as Worker;

/** Defined by the build. */
declare const MEMBER_CHUNKS: readonly string[];

const SIGN_IN_PATHS = pathPattern(
  "POST /api/auth/login",
  "POST /api/auth/register",
  "POST /api/auth/setup",
  "POST /api/auth/reset",
  "POST /api/auth/passkey",
  "POST /api/auth/device/use",
);

/** Changes with the session, so that responses to earlier calls aren't stored. */
let sessionGeneration = 0;

worker.addEventListener("install", (event) =>
  event.waitUntil(Promise.all([storeShell(MEMBER_CHUNKS, storeFirstResponses), worker.skipWaiting()])),
);
worker.addEventListener("activate", (event) =>
  // Browsers answer no page until this has ended.
  event.waitUntil(
    storeWithTimeout(Promise.all([trimShell(MEMBER_CHUNKS), deleteOlderResponses(), worker.clients.claim()])),
  ),
);
worker.addEventListener("message", (event) => event.waitUntil(loadCopyState()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  // Any site can navigate a browser there, but only our pages can POST.
  if (request.method === "POST" && pathname === callUrl("POST /api/auth/logout"))
    return event.waitUntil(Promise.all([endSession(), deleteStoredCopy()]));
  if (request.method === "POST" && SIGN_IN_PATHS.test(pathname)) return event.waitUntil(endSession());
  if (request.method !== "GET") return;
  if (pathname.startsWith(COPY_PATH)) event.respondWith(audioFromCopy(request));
  else if (request.destination === "audio") {
    // Some browsers don't pass ranges through a worker.
    if (hasCompleteCopy()) event.respondWith(copyOrNetwork(request));
    else if (canHaveCopy()) event.waitUntil(loadCopyState());
  }
  // A chapter's frame navigates, too.
  else if (request.mode === "navigate" && isPage(pathname)) {
    event.waitUntil(loadCopyState());
    event.respondWith(openPage(request, { waitUntil: (work) => event.waitUntil(work), onPage: storePageResponses() }));
  } else if (pathname.startsWith("/assets/")) event.respondWith(cacheFirst(request));
  else if (pathname.startsWith("/images/")) event.respondWith(networkFirst(request, SHELL_CACHE));
  else if (STORED_CALLS.test(pathname)) event.respondWith(handleCall(event));
  else if (COPY_CALLS.test(pathname) && canHaveCopy()) event.respondWith(networkOrCopy(event));
});

handlePushEvents(globalThis as unknown as PushWorker);

/** An installing worker doesn't see a sign-out, and its files may take minutes. */
async function storeFirstResponses(responses: PageResponses): Promise<void> {
  await storePageResponses()(responses);
  const owner = await getCacheOwner();
  if (owner === null) return;
  const user = await fetchFromServer(new Request(new URL(USER_PATH, location.origin)));
  if (!user?.ok || (await user.json()).id !== owner) await deleteOwnResponses();
}

function storePageResponses(): (responses: PageResponses) => Promise<void> {
  const generationBefore = sessionGeneration;
  return async (responses) => {
    const calls = Object.entries(responses).filter(([path]) => STORED_CALLS.test(path.split("?")[0] ?? ""));
    for (const [path, { body }] of calls)
      if (generationBefore === sessionGeneration)
        await storePageResponse(path, jsonResponse(body)).catch(() => undefined);
    // Also without any, because the page may be another version's.
    await scheduleCompose(SHELL_CACHE);
    if (generationBefore !== sessionGeneration) await deleteCachedResponses();
  };
}

/** @returns true if nothing of its member was stored before */
async function storePageResponse(path: string, response: Response): Promise<boolean> {
  const isOtherMember = path === USER_PATH && (await evictOtherMember(response.clone()));
  if (path === callUrl("GET /api/books/current")) await deleteOldCopy(response.clone());
  await storeResponse(path, response);
  return isOtherMember;
}

async function networkOrCopy(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const response = await fetchFromServer(request);
  if (response?.ok) event.waitUntil(refreshCopy(request.url, response).catch(() => undefined));
  return response ?? (await respondFromCopy(request)) ?? Response.error();
}

async function fetchFromServer(request: Request, init?: RequestInit): Promise<Response | null> {
  const response = await fetch(request, init).catch(() => null);
  return response && isServerResponse(response) ? response : null;
}

const findStoredResponse = async (request: Request): Promise<Response | null> =>
  (await findCached(request, RESPONSES_CACHE)) ?? (await respondFromCopy(request));

async function handleCall(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const generationBefore = sessionGeneration;
  const firstTry = await fetchFromServer(request);
  const storedResponse = firstTry ? null : await findStoredResponse(request);
  if (storedResponse) return storedResponse;
  // The first call after a reconnect often fails, and images that earlier versions sent lack the server's header.
  const response = firstTry ?? (await fetchFromServer(request, { cache: "reload" }));
  if (!response) return Response.error();
  if (response.status === 401 && generationBefore === sessionGeneration)
    await storeWithTimeout(endSession()).catch(() => undefined);
  if (response.status !== 200) return response;
  // A storage error must not fail the response.
  const { pathname, search } = new URL(request.url);
  const isOtherMembers = await storeWithTimeout(storePageResponse(pathname + search, response.clone())).catch(
    () => false,
  );
  if (isOtherMembers) event.waitUntil(refreshPage(storePageResponses()));
  if (generationBefore === sessionGeneration) event.waitUntil(scheduleCompose(SHELL_CACHE));
  else await storeWithTimeout(deleteCachedResponses()).catch(() => undefined);
  return response;
}

/** @returns true if nothing of this member was stored */
async function evictOtherMember(response: Response): Promise<boolean> {
  const { id } = await response.json();
  const copy = await readStoredCopy();
  if (copy && copy.userId !== id) await Promise.all([deleteStoredCopy(), deleteCachedResponses()]);
  const owner = await getCacheOwner();
  if (owner === id) return false;
  // The version that this one replaces still needs its responses.
  await (owner === null ? deleteOwnResponses() : deleteCachedResponses());
  return true;
}

async function endSession(): Promise<void> {
  sessionGeneration += 1;
  await deleteCachedResponses();
}
