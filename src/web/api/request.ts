import { AGE_HEADER, MEMBER_HEADER } from "#contract/headers.ts";
import { publicDomain } from "#web/lib/browser/page-meta.ts";
import { readTabOwner } from "#web/state/tab-owner.ts";

/** Longer than the server's timeouts for other services. */
export const RESPONSE_TIMEOUT_MS = 30_000;

let author: { id: number; age: number } | null = null;

/**
 * Makes the calls of `send` as the author of a delayed mutation, because the tab may be another member's by now.
 * @param age how many seconds it was queued
 */
export function sendAsMember<T>(memberId: number, send: () => T, age = 0): T {
  author = { id: memberId, age };
  try {
    return send();
  } finally {
    author = null;
  }
}

/** @returns `sendAsMember` with the current author, else the tab's member, for calls after an await or a delay */
export function captureAuthor(): <T>(send: () => T) => T {
  const { id, age } = author ?? { id: readTabOwner(), age: 0 };
  return (send) => (id === null ? send() : sendAsMember(id, send, age));
}

/** `X-Public-Domain` on the club's public domain (SPEC 7); on mutations `X-Member`, and `X-Age` if queued (BEYOND 14). */
export function callHeaders(method: string): Record<string, string> {
  const domain = publicDomain();
  const member = method === "GET" ? null : (author?.id ?? readTabOwner());
  return {
    ...(domain === location.host && { "X-Public-Domain": domain }),
    ...(member && { [MEMBER_HEADER]: String(member) }),
    ...(member && author?.age && { [AGE_HEADER]: String(author.age) }),
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
