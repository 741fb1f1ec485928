import type { ErrorBody } from "#contract/errors.ts";
import { publicDomain } from "#web/lib/page-facts.ts";

/** An answer outside 2xx. Its message is '{status}: {body, or status text}' (SPEC 8). */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly body: string;

  constructor(status: number, body: string, statusText: string) {
    super(`${status}: ${body || statusText}`);
    this.status = status;
    this.body = body;
  }
}

/** The server's own sentence, from an error's JSON body; undefined for anything else (HTML, offline). */
export function serverMessage(error: unknown): string | undefined {
  return errorBody(error)?.message || undefined;
}

/** What the server says of each field of a refused form: name of the field -> sentence. */
export function fieldErrors(error: unknown): Record<string, string> {
  const errors = errorBody(error)?.errors ?? [];
  return Object.fromEntries(errors.map(({ path, message }) => [path.replace(/^\//, ""), message]));
}

/** True when the server no longer knows the session. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** The calls of SPEC 7. Bodies are sent as JSON, `FormData` as multipart; each answers with the parsed JSON. */
export const client = {
  get: <T>(path: string, signal?: AbortSignal) => call<T>("GET", path, undefined, signal ? { signal } : {}),
  post: <T>(path: string, body?: unknown, how: How = {}) => call<T>("POST", path, body, how),
  patch: <T>(path: string, body?: unknown) => call<T>("PATCH", path, body),
  delete: <T = undefined>(path: string) => call<T>("DELETE", path),
};

/**
 * `X-Public-Domain`, when the page is served from the club's public domain (SPEC 7, DESIGN 3), which the server writes
 * into the page, so that the very first call can name it.
 */
export function publicDomainHeader(): Record<string, string> {
  const domain = publicDomain();
  return domain && domain === location.host ? { "X-Public-Domain": domain } : {};
}

const ahead = new Map<string, Promise<Response>>();

/** Sends a GET for which the program will ask once it has come: it then finds the answer on its way, or there. */
export function callAhead(path: string): void {
  const answer = send("GET", path);
  // whoever asks hears of the fault; until then it is nobody's
  answer.catch(() => undefined);
  ahead.set(path, answer);
}

/** `signal` gives a call up; `keepalive` lets it outlive the page. */
type How = Pick<RequestInit, "signal" | "keepalive">;

async function call<T>(method: string, path: string, body?: unknown, how: How = {}): Promise<T> {
  const response = await (takeAhead(method, path) ?? send(method, path, body, how));
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, text, response.statusText);
  return (text === "" ? undefined : JSON.parse(text)) as T;
}

function send(method: string, path: string, body?: unknown, how: How = {}): Promise<Response> {
  const isForm = body instanceof FormData;
  return fetch(new URL(path, location.origin), {
    method,
    mode: "cors",
    credentials: "include",
    headers: {
      ...publicDomainHeader(),
      ...(body === undefined || isForm ? {} : { "Content-Type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    ...how,
  });
}

/** What was called ahead is out of date as soon as something is changed, such as who is signed in. */
function takeAhead(method: string, path: string): Promise<Response> | undefined {
  if (method !== "GET") ahead.clear();
  const answer = ahead.get(path);
  ahead.delete(path);
  return answer;
}

function errorBody(error: unknown): Partial<ErrorBody> | undefined {
  if (!(error instanceof ApiError)) return undefined;
  try {
    const body: unknown = JSON.parse(error.body);
    return typeof body === "object" && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
}
