import { DATA_CACHE, KEPT_PATH, keptResponse, readKept, removeKept } from "./lib/kept-book.ts";

/** What this file needs of the worker's own globals, which the page's types do not know. */
type WorkerEvent = Event & { waitUntil: (work: Promise<unknown>) => void };
type FetchEvent = WorkerEvent & { request: Request; respondWith: (answer: Promise<Response>) => void };
type Worker = {
  addEventListener: (name: string, listener: (event: FetchEvent) => void) => void;
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
};

const worker = globalThis as unknown as Worker;
const SHELL_CACHE = "shell";
/** A new release brings new names; older files than these are forgotten. */
const SHELL_FILES = 200;
/** Calls whose last answer opens the pages without the network, while a book is kept. */
const KEPT_CALLS =
  /^\/api\/(?:auth\/user|club|content|books\/current|covers\/.+|avatars\/.+|bookmarks|audiobook-progress\/history)$/;

/** What the server wrote into the page for one visitor alone: whether they bring a session, and the opening. */
const VISIT = /<!--visit-->[^]*?<!--\/visit-->/g;

/** Whether a book is kept; null until it was looked up. */
let isKeeping: boolean | null = null;

worker.addEventListener("install", (event) => event.waitUntil(Promise.all([storeShell(), worker.skipWaiting()])));
worker.addEventListener("activate", (event) => event.waitUntil(Promise.all([trimShell(), worker.clients.claim()])));
worker.addEventListener("message", (event) => event.waitUntil(lookUp()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (pathname === "/api/auth/logout") return event.waitUntil(forget());
  if (request.method !== "GET") return;
  if (pathname.startsWith(KEPT_PATH)) event.respondWith(keptResponse(caches, request.headers.get("range")));
  else if (request.destination === "audio") playSound(event);
  else if (request.mode === "navigate") event.respondWith(openPage(request));
  else if (pathname.startsWith("/assets/")) event.respondWith(storedFirst(request));
  else if (pathname.startsWith("/images/")) event.respondWith(networkFirst(request, SHELL_CACHE));
  else if (KEPT_CALLS.test(pathname) && isKeeping !== false) event.respondWith(call(request, pathname));
});

/**
 * A player that began on the network goes on from the kept copy, once there is one of this very file: the network may go
 * at any moment. What is not known to be kept is left to the browser, because not all of them hand ranges on rightly; a
 * worker that has just woken looks it up, and the player asks again within a second.
 */
function playSound(event: FetchEvent): void {
  if (isKeeping) event.respondWith(sound(event.request));
  else if (isKeeping === null) event.waitUntil(lookUp());
}

async function sound(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const kept = await readKept(caches);
  const isKept = pathname === `/api/download/audiobook/${kept?.bookId}` && searchParams.get("v") === kept?.version;
  return isKept ? keptResponse(caches, request.headers.get("range")) : fetch(request);
}

/** The page from the network, or the stored shell: the same for every address of the app. */
async function openPage(request: Request): Promise<Response> {
  await lookUp();
  try {
    const answer = await fetch(request);
    if (answer.ok && answer.headers.get("content-type")?.startsWith("text/html")) await storePage(answer.clone());
    return answer;
  } catch (error) {
    const shell = await (await caches.open(SHELL_CACHE)).match("/");
    if (shell) return shell;
    throw error;
  }
}

/** Names below /assets/ carry the hash of their content: a stored one is never out of date. */
async function storedFirst(request: Request): Promise<Response> {
  const cache = await caches.open(SHELL_CACHE);
  const stored = await cache.match(request);
  if (stored) return stored;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

async function networkFirst(request: Request, cacheName: string): Promise<Response> {
  try {
    const answer = await fetch(request);
    if (answer.ok && answer.status === 200) await (await caches.open(cacheName)).put(request, answer.clone());
    return answer;
  } catch (error) {
    const stored = await caches.match(request, { cacheName });
    if (stored) return stored;
    throw error;
  }
}

async function call(request: Request, pathname: string): Promise<Response> {
  if (!(await lookUp())) return fetch(request);
  const answer = await networkFirst(request, DATA_CACHE);
  if (pathname === "/api/auth/user" && answer.status === 401) await caches.delete(DATA_CACHE);
  if (pathname === "/api/books/current" && answer.ok) await freeWhenOver(await answer.clone().json());
  return answer;
}

/** When the month has turned, or the file was replaced, the kept copy is of no more use. */
async function freeWhenOver(book: { id: number; audiobookUploadedAt: string | null } | null): Promise<void> {
  const kept = await readKept(caches);
  if (kept && (book?.id !== kept.bookId || book.audiobookUploadedAt !== kept.version)) await forget();
}

async function forget(): Promise<void> {
  isKeeping = false;
  await removeKept(caches);
}

async function lookUp(): Promise<boolean> {
  isKeeping = (await readKept(caches)) !== null;
  return isKeeping;
}

/** The page and what it names; parts that are fetched later are stored as they come. */
async function storeShell(): Promise<void> {
  const page = await fetch("/", { cache: "no-cache" });
  if (!page.ok) return;
  const html = await storePage(page);
  const cache = await caches.open(SHELL_CACHE);
  const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = ""]) => file);
  await Promise.all(files.map((file) => cache.add(file)));
}

/** Stores the page as it is for everybody and every address, and gives its text as it came. */
async function storePage(page: Response): Promise<string> {
  const html = await page.text();
  const headers = new Headers(page.headers);
  for (const name of ["content-encoding", "content-length", "etag"]) headers.delete(name);
  await (await caches.open(SHELL_CACHE)).put("/", new Response(html.replaceAll(VISIT, ""), { headers }));
  return html;
}

async function trimShell(): Promise<void> {
  const cache = await caches.open(SHELL_CACHE);
  const assets = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith("/assets/"));
  await Promise.all(assets.slice(0, -SHELL_FILES).map((file) => cache.delete(file)));
}
