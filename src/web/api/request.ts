import type { CallKey } from "#contract/calls.ts";
import { MEMBER } from "#contract/headers.ts";
import { pathOf } from "#contract/path-of.ts";
import { publicDomain } from "#web/lib/browser/page-facts.ts";
import { readTabOwner } from "#web/state/tab-owner.ts";

type Key = Extract<CallKey, `GET ${string}`>;

/** Longer than the server's own time-outs for other services. */
export const RESPONSE_TIMEOUT_MS = 30_000;

/** Who makes the calls that begin now; null for the tab's member. `sendAs` sets it. */
export const author: { id: number | null } = { id: null };

/**
 * `X-Public-Domain` on the club's public domain (SPEC 7, DESIGN 3); from the page, so that the first call has it. And
 * `X-Member` on what changes something (BEYOND 14).
 */
export function callHeaders(method: string): Record<string, string> {
  const domain = publicDomain();
  const member = method === "GET" ? null : (author.id ?? readTabOwner());
  return {
    ...(domain === location.host && { "X-Public-Domain": domain }),
    ...(member && { [MEMBER]: String(member) }),
  };
}

export function request(method: string, path: string, init: RequestInit): Promise<Response> {
  return fetch(new URL(path, location.origin), {
    method,
    mode: "cors",
    credentials: "include",
    headers: {
      ...callHeaders(method),
      ...(typeof init.body === "string" ? { "Content-Type": "application/json" } : {}),
    },
    ...init,
  });
}

/** Calls of the members' page at `path`, which shows nothing before them; each is also its query's key. */
export function pageCalls(path: string): string[] {
  const home: Key[] = ["GET /api/content", "GET /api/meetings/current", "GET /api/posts"];
  const own: Key[] = path === "/" ? home : path === "/shelf" ? ["GET /api/shelf"] : [];
  return (["GET /api/books/current", ...own] satisfies Key[]).map(pathOf);
}

const prefetches = new Map<string, Promise<Response>>();

/** Starts a GET the app will need, before it has loaded. */
export function prefetchCall(path: string): void {
  const answer = request("GET", path, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
  // read to its end, or an answer that nobody takes keeps its connection; an error is for who takes it
  answer.then((response) => response.clone().arrayBuffer()).catch(() => undefined);
  prefetches.set(path, answer);
}

/** The answer of `prefetchCall` as long as nobody has taken it, else undefined. */
export const prefetched = (path: string): Promise<Response> | undefined => prefetches.get(path);

/** The answer of `prefetchCall`, once. Any change discards them all. */
export function consumePrefetched(method: string, path: string): Promise<Response> | undefined {
  if (method !== "GET") prefetches.clear();
  const answer = prefetches.get(path);
  prefetches.delete(path);
  return answer;
}
