import { MEMBER } from "#contract/headers.ts";
import { publicDomain } from "#web/lib/browser/page-meta.ts";
import { readTabOwner } from "#web/state/tab-owner.ts";

/** Longer than the server's own time-outs for other services. */
export const RESPONSE_TIMEOUT_MS = 30_000;

/** Who makes the calls that begin now; null for the tab's member. */
let authorId: number | null = null;

/** Makes the calls that `send` begins at once as the member's who wrote what waited: the tab may be another's by now. */
export function sendAsMember<T>(memberId: number, send: () => T): T {
  authorId = memberId;
  try {
    return send();
  } finally {
    authorId = null;
  }
}

/**
 * `X-Public-Domain` on the club's public domain (SPEC 7, DESIGN 3); from the page, so that the first call has it. And
 * `X-Member` on what changes something (BEYOND 14).
 */
export function callHeaders(method: string): Record<string, string> {
  const domain = publicDomain();
  const member = method === "GET" ? null : (authorId ?? readTabOwner());
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
