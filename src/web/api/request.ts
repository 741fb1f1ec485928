import { publicDomain } from "#web/lib/page-facts.ts";

/** Milliseconds after which a call without an answer has failed; the server itself waits for others for less. */
export const ANSWER_TIMEOUT = 30_000;

/**
 * `X-Public-Domain`, when the page is served from the club's public domain (SPEC 7, DESIGN 3), which the server writes
 * into the page, so that the very first call can name it.
 */
export function publicDomainHeader(): Record<string, string> {
  const domain = publicDomain();
  return domain && domain === location.host ? { "X-Public-Domain": domain } : {};
}

/** Sends a call as SPEC 7 has them all. */
export function request(method: string, path: string, init: RequestInit): Promise<Response> {
  return fetch(new URL(path, location.origin), {
    method,
    mode: "cors",
    credentials: "include",
    headers: {
      ...publicDomainHeader(),
      ...(typeof init.body === "string" ? { "Content-Type": "application/json" } : {}),
    },
    ...init,
  });
}

const ahead = new Map<string, Promise<Response>>();

/** Sends a GET for which the program will ask once it has come: it then finds the answer on its way, or there. */
export function callAhead(path: string): void {
  const answer = request("GET", path, { signal: AbortSignal.timeout(ANSWER_TIMEOUT) });
  // anyone who asks hears of the fault; until then it is nobody's
  answer.catch(() => undefined);
  ahead.set(path, answer);
}

/** The answer of a call that was made ahead, once. All are out of date as soon as something is changed. */
export function takeAhead(method: string, path: string): Promise<Response> | undefined {
  if (method !== "GET") ahead.clear();
  const answer = ahead.get(path);
  ahead.delete(path);
  return answer;
}
