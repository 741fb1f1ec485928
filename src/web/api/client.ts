import type { ErrorBody } from "#contract/errors.ts";
import { LAST_SEEN_HEADER, SERVER_HEADER } from "#contract/headers.ts";
import { setLastSeen } from "#web/state/last-seen.ts";
import { countWhileSlow } from "#web/state/slow-calls.ts";

import { request, RESPONSE_TIMEOUT_MS } from "./request.ts";

/** Message: '{status}: {body, or status text}' (SPEC 8). */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly body: string;
  readonly isOwn: boolean;

  constructor(status: number, body: string, statusText: string, isFromServer = true) {
    super(`${status}: ${body || statusText}`);
    this.status = status;
    this.body = body;
    this.isOwn = isFromServer;
  }
}

export const failureListeners = new Set<(error: unknown) => void>();

export function reportFailure(error: unknown): void {
  failureListeners.forEach((listener) => listener(error));
}

export function reportAndThrow(error: unknown): never {
  reportFailure(error);
  throw error;
}

const PROXY_LIMIT_MESSAGE =
  "A proxy in front of the club refuses files of this size. The person who runs the server can raise its limit.";

/** Undefined without one, as in HTML or offline. */
export function serverMessage(error: unknown): string | undefined {
  if (error instanceof ApiError && error.status === 413 && !error.isOwn) return PROXY_LIMIT_MESSAGE;
  return errorBody(error)?.message || undefined;
}

export function fieldErrors(error: unknown): Record<string, string> {
  const errors = (errorBody(error)?.errors ?? []).filter(({ path }) => path !== "");
  return Object.fromEntries(errors.map(({ path, message }) => [path.replace(/^\//, ""), message]));
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.isOwn && error.status === 401;
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.isOwn && error.status === 404;
}

const IMAGE_TIMEOUT_MS = 10 * 60_000;

type RequestOptions = Pick<RequestInit, "signal" | "keepalive">;

type ParsedResponse = { body: unknown; headers: Headers };

/** Sends JSON, `FormData` or a file (SPEC 7). Pages use `call.ts`. */
export async function sendRequest(
  method: string,
  path: string,
  body?: unknown,
  options: RequestOptions = {},
): Promise<ParsedResponse> {
  const isForm = body instanceof FormData || body instanceof Blob;
  const timeout = AbortSignal.timeout(isForm ? IMAGE_TIMEOUT_MS : RESPONSE_TIMEOUT_MS);
  const signal = options.signal ? anySignal(options.signal, timeout) : timeout;
  const pendingResponse = fetchParsed(method, path, {
    ...options,
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    signal,
  }).catch(reportAndThrow);
  return isForm || options.keepalive ? pendingResponse : countWhileSlow(pendingResponse);
}

/** `AbortSignal.any` is newer than some members' phones. */
export function anySignal(...signals: AbortSignal[]): AbortSignal {
  const firstAbort = new AbortController();
  for (const signal of signals) {
    const forwardAbort = () => firstAbort.abort(signal.reason);
    if (signal.aborted) forwardAbort();
    else signal.addEventListener("abort", forwardAbort, { once: true });
  }
  return firstAbort.signal;
}

async function fetchParsed(method: string, path: string, init: RequestInit): Promise<ParsedResponse> {
  const response = await request(method, path, init);
  const text = await response.text();
  const { headers } = response;
  // the service worker's own responses have only the latter
  const isFromServer = headers.has(SERVER_HEADER) || headers.has(LAST_SEEN_HEADER);
  if (!response.ok) throw new ApiError(response.status, text, response.statusText, isFromServer);
  const isEmpty = text === "" && response.status !== 200;
  const isJson = headers.get("content-type")?.startsWith("application/json");
  if (!isFromServer || !(isEmpty || isJson)) throw new TypeError("Another program responded");
  const body: unknown = isEmpty ? undefined : JSON.parse(text);
  setLastSeen(headers.get(LAST_SEEN_HEADER));
  return { body, headers };
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
