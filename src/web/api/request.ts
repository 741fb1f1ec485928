import { MEMBER } from "#contract/headers.ts";
import { publicDomain } from "#web/lib/browser/page-facts.ts";
import { readTabOwner } from "#web/state/tab-owner.ts";

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
