import { SIGNED_OUT } from "#contract/error-codes.ts";
import { SERVER_HEADER } from "#contract/headers.ts";
import { memberPathPattern } from "#web/app/member-pages.ts";

import { cacheStorage, useStorage as replaceStorage } from "./cache-storage.ts";

type Init = { waitUntil?: (work: Promise<unknown>) => void; respondWith?: (response: Promise<Response>) => void };
const listeners = new Map<string, (event: Init & { request?: Partial<Request> }) => void>();

/** Loads the service worker into this process, with only one chunk, `/assets/audiobook-1.js`. */
export async function loadWorker(): Promise<void> {
  const { addEventListener } = globalThis;
  globalThis.addEventListener = ((name: string, listener: () => void) => listeners.set(name, listener)) as never;
  Object.assign(globalThis, {
    MEMBER_CHUNKS: ["/assets/audiobook-1.js"],
    MEMBER_PATH_PATTERN: memberPathPattern(),
    skipWaiting: async () => undefined,
    clients: { claim: async () => undefined },
  });
  await import("#web/offline/worker/sw.ts");
  globalThis.addEventListener = addEventListener;
}

export function unloadWorker(): void {
  const names = ["caches", "MEMBER_CHUNKS", "MEMBER_PATH_PATTERN", "skipWaiting", "clients"];
  for (const name of names) Reflect.deleteProperty(globalThis, name);
}

/** The server's responses by path: JSON, text, a status, or a Response. Other paths fail like a lost network. */
export let serverResponses: Record<string, unknown> = {};

export function serve(globals: Record<string, unknown>): void {
  serverResponses = globals;
}

/** Headers of the server's responses. */
export const OWN_HEADERS = { [SERVER_HEADER]: "mx-1" };

/** Empties the device and serves nothing. */
export function restart(): void {
  serve({});
  replaceStorage(cacheStorage());
  globalThis.fetch = (async (input: Request | string) => {
    const { pathname } = new URL(
      input instanceof Request || typeof input !== "string" ? input.url : input,
      location.href,
    );
    const answer = serverResponses[pathname];
    if (answer === undefined) throw new TypeError("Failed to fetch");
    if (typeof answer === "string")
      return new Response(answer, { headers: { ...OWN_HEADERS, "Content-Type": typeOf(pathname) } });
    if (answer instanceof Response) return answer.clone();
    return typeof answer === "number"
      ? Response.json({ message: answer === 401 ? SIGNED_OUT : "Refused" }, { status: answer, headers: OWN_HEADERS })
      : Response.json(answer, { headers: { ...OWN_HEADERS, Date: "Tue, 10 Mar 2026 12:00:00 GMT" } });
  }) as typeof fetch;
}

function typeOf(path: string): string {
  if (path.startsWith("/assets/")) return "text/javascript";
  return /\/(?:text|covers)\//.test(path) ? "image/png" : "text/html";
}

export async function send(name: string, request?: Partial<Request>): Promise<Response | undefined> {
  const pendingWork: Promise<unknown>[] = [];
  let answer: Promise<Response> | undefined;
  listeners.get(name)?.({
    ...(request && { request }),
    waitUntil: (work) => void pendingWork.push(work),
    respondWith: (response) => void (answer = response),
  });
  // some work begins with the response
  await answer?.catch(() => undefined);
  await Promise.all(pendingWork);
  return answer;
}

/** The worker's response to a page's request; undefined if the browser handles it. */
export const request = (path: string, headers: Record<string, string> = {}, init: Partial<Request> = {}) =>
  send("fetch", { url: `http://localhost${path}`, method: "GET", headers: new Headers(headers), ...init });

/** Only the response, because later work may never end. */
export async function respond(path: string, init: Partial<Request>): Promise<Response | undefined> {
  let answer: Promise<Response> | undefined;
  listeners.get("fetch")?.({
    request: { url: `http://localhost${path}`, method: "GET", headers: new Headers(), ...init },
    waitUntil: () => undefined,
    respondWith: (response) => void (answer = response),
  });
  return answer;
}

export const openPage = (path = "/") => request(path, {}, { mode: "navigate" });
