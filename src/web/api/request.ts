import { MEMBER_HEADER } from "#contract/headers.ts";
import { publicDomain } from "#web/lib/browser/page-meta.ts";
import { readTabOwner } from "#web/state/tab-owner.ts";

/** Longer than the server's timeouts for other services. */
export const RESPONSE_TIMEOUT_MS = 30_000;

let authorId: number | null = null;

/** Makes the calls of `send` as the author of a queued mutation, because the tab may be another member's by now. */
export function sendAsMember<T>(memberId: number, send: () => T): T {
  authorId = memberId;
  try {
    return send();
  } finally {
    authorId = null;
  }
}

/** @returns `sendAsMember` with the current author, for calls after an await */
export function captureAuthor(): <T>(send: () => T) => T {
  const memberId = authorId;
  return (send) => (memberId === null ? send() : sendAsMember(memberId, send));
}

/** `X-Public-Domain` on the club's public domain (SPEC 7), and `X-Member` on mutations (BEYOND 14). */
export function callHeaders(method: string): Record<string, string> {
  const domain = publicDomain();
  const member = method === "GET" ? null : (authorId ?? readTabOwner());
  return {
    ...(domain === location.host && { "X-Public-Domain": domain }),
    ...(member && { [MEMBER_HEADER]: String(member) }),
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
