import { LAST_SEEN } from "#contract/headers.ts";

import {
  DATA_CACHE,
  heldBytes,
  isSameFile,
  KEEP_CHANNEL,
  KEEP_LOCK,
  KEPT_PATH,
  readBegun,
  readKept,
  removeKept,
  removeReplaced,
} from "./kept-book.ts";
import { fileOf, keptResponse } from "./kept-response.ts";
import {
  networkFirst,
  openPage,
  SHELL_CACHE,
  store,
  storedFirst,
  storeParts,
  storeShell,
  trimShell,
} from "./shell-store.ts";

/** What this file needs of the worker's own globals, which the page's types do not know. */
type WorkerEvent = Event & { waitUntil: (work: Promise<unknown>) => void };
type FetchEvent = WorkerEvent & { request: Request; respondWith: (answer: Promise<Response>) => void };
type Worker = {
  addEventListener: (name: string, listener: (event: FetchEvent) => void) => void;
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
};

const worker = globalThis as unknown as Worker;
/** Calls whose last answer opens the pages without the network, while a book is kept. */
const KEPT_CALLS =
  /^\/api\/(?:auth\/user|club|content|books\/current|covers\/.+|avatars\/.+|bookmarks|audiobook-progress(?:\/history)?)$/;

/** The files of `/assets/` that members' pages are made of; the build fills them in. */
declare const MEMBER_PARTS: readonly string[];

/** What is kept of a book: nothing, some pieces, or all; null until it was looked up. */
let holding: "nothing" | "pieces" | "book" | null = null;

worker.addEventListener("install", (event) => event.waitUntil(Promise.all([install(), worker.skipWaiting()])));
worker.addEventListener("activate", (event) => event.waitUntil(Promise.all([trimShell(), worker.clients.claim()])));
worker.addEventListener("message", (event) => event.waitUntil(hearOfKeeping()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  // any site can make a browser navigate there, but only our pages can post
  if (request.method === "POST" && pathname === "/api/auth/logout") return event.waitUntil(forget());
  if (request.method !== "GET") return;
  if (pathname.startsWith(KEPT_PATH)) event.respondWith(keptSound(request));
  else if (request.destination === "audio") playSound(event);
  else if (request.mode === "navigate") event.respondWith(lookUp().then(() => openPage(request)));
  else if (pathname.startsWith("/assets/")) event.respondWith(storedFirst(request));
  else if (pathname.startsWith("/images/")) event.respondWith(networkFirst(request, SHELL_CACHE));
  else if (KEPT_CALLS.test(pathname) && holding !== "nothing") event.respondWith(call(request, pathname));
});

/** A new release has new parts, and whoever keeps a book may be without a network when they first need them. */
async function install(): Promise<void> {
  await storeShell((await lookUp()) === "nothing" ? [] : MEMBER_PARTS);
}

/** A page has begun, finished or ended keeping a book. */
async function hearOfKeeping(): Promise<void> {
  if ((await lookUp()) !== "nothing") await storeParts(MEMBER_PARTS);
}

const keptSound = (request: Request) => keptResponse(caches, fileOf(request.url), request.headers.get("range"));

/**
 * A player that began on the network goes on from the kept copy, once there is one of this very file: the network may go
 * at any moment. What is not known to be kept is left to the browser, because not all of them hand ranges on rightly; a
 * worker that has just woken looks it up, and the player asks again within a second.
 */
function playSound(event: FetchEvent): void {
  if (holding === "book") event.respondWith(sound(event.request));
  else if (holding === null) event.waitUntil(lookUp());
}

async function sound(request: Request): Promise<Response> {
  const isKept = isSameFile(await readKept(caches), fileOf(request.url));
  return isKept ? keptSound(request) : fetch(request);
}

async function call(request: Request, pathname: string): Promise<Response> {
  await lookUp();
  if (holding === "nothing") return fetch(request);
  const answer = await fetch(request).catch(() => null);
  if (!answer) return (await lastAnswer(request)) ?? Response.error();
  // whatever goes wrong with the stored things, the answer is good
  await heed(pathname, answer).catch(() => undefined);
  if (answer.status === 200 && hasBook()) {
    await store(request, answer, DATA_CACHE);
    // a sign-out may have come in between
    if (!hasBook()) await caches.delete(DATA_CACHE);
  }
  return answer;
}

const hasBook = () => holding === "book";

/** Marked as what it is: the place in it may be older than the one on the server, or on this device. */
async function lastAnswer(request: Request): Promise<Response | undefined> {
  const stored = hasBook() ? await caches.match(request, { cacheName: DATA_CACHE }) : undefined;
  if (!stored) return undefined;
  const headers = new Headers(stored.headers);
  headers.set(LAST_SEEN, new Date(stored.headers.get("date") ?? 0).toISOString());
  return new Response(stored.body, { headers });
}

/** What the server says of the member and of the month's book tells whether what is stored may stay. */
async function heed(pathname: string, answer: Response): Promise<void> {
  if (pathname === "/api/auth/user" && answer.status === 401) await caches.delete(DATA_CACHE);
  if (!answer.ok) return;
  if (pathname === "/api/auth/user") await freeOthers((await answer.clone().json()).id);
  if (pathname === "/api/books/current") await freeWhenOver(await answer.clone().json());
}

/** The next member on this device gets nothing of the one before. */
async function freeOthers(userId: number): Promise<void> {
  const held = await readHeld();
  if (held && held.userId !== userId) await forget();
}

/** When the month has turned, or the file was replaced, what is stored is of no more use. */
async function freeWhenOver(book: { id: number; audiobookUploadedAt: string | null } | null): Promise<void> {
  const held = await readHeld();
  if (!held || (book?.id === held.bookId && book.audiobookUploadedAt === held.version)) return;
  if (book?.id === held.bookId && book.audiobookUploadedAt !== null) await removeReplaced(caches, held);
  else await removeKept(caches);
  holding = "nothing";
  tellPages();
}

const readHeld = async () => (await readKept(caches)) ?? (await readBegun(caches));

async function forget(): Promise<void> {
  holding = "nothing";
  await removeKept(caches);
  tellPages();
}

/** An open page would go on saying that the book is kept. */
function tellPages(): void {
  const channel = new BroadcastChannel(KEEP_CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
  channel.postMessage({ kind: "changed" });
  channel.close();
}

async function lookUp(): Promise<typeof holding> {
  if (await readKept(caches)) holding = "book";
  else if (await readBegun(caches)) holding = "pieces";
  else {
    holding = "nothing";
    await freeStrays();
  }
  return holding;
}

/** Pieces without a note are of a tab that ended at a bad moment. A tab that keeps a book right now is left alone. */
async function freeStrays(): Promise<void> {
  if ((await heldBytes(caches)) === 0) return;
  const locks: LockManager | undefined = navigator.locks;
  await locks?.request(KEEP_LOCK, { ifAvailable: true }, async (lock) => {
    if (lock && !(await readHeld())) await removeKept(caches);
  });
}
