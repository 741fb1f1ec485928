import type { Server } from "bun";

import { AppError } from "#server/errors.ts";

/** Bun's default of 10 s is too short for paused players and slow uploads (DESIGN 5.6). */
export const IDLE_TIMEOUT_SECONDS = 120;
/** Bun's own limit would respond with an empty 413 before access is checked. */
export const BODY_MAX_BYTES = Number.MAX_SAFE_INTEGER;
/** An incomplete JSON body must not occupy a connection for long. Bun rounds to 4 seconds. */
const BODY_TIMEOUT_SECONDS = 12;
const HOST_PATTERN = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;
const CLOSE_CONNECTION_STATUSES: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 429, 503]);
const CLOSE_IF_UNREAD_STATUSES: ReadonlySet<number> = new Set([409, 422]);

const serverOfBody = new WeakMap<Request, Server<unknown>>();

/** A proxy could use another one of two hosts (RFC 9112, 3.2). @throws AppError 'malformed' */
export function requireValidHost(request: Request): void {
  const host = request.headers.get("host");
  if (host !== null && !HOST_PATTERN.test(host)) throw new AppError("malformed", "Send one valid Host header.");
}

/**
 * HTTP/1.0 requires no Host header, and load balancers' health checks send none. Bun's URL of such a request is only a
 * path, in which the router and `pathOf` would take a part of the path for the host.
 */
export function completeUrl(request: Request): void {
  const { url } = request;
  if (!url.startsWith("/")) return;
  // a new request would lose the caller's address and the timeout
  Object.defineProperty(request, "url", { value: `http://localhost${url}` });
}

export function limitBodyTime(request: Request, server: Server<unknown> | null): void {
  if (!server || !hasBody(request)) return;
  server.timeout(request, BODY_TIMEOUT_SECONDS);
  serverOfBody.set(request, server);
}

/** For signed-in members, who may upload over a slow connection. */
export function allowSlowBody(request: Request): void {
  serverOfBody.get(request)?.timeout(request, IDLE_TIMEOUT_SECONDS);
}

export function closeConnectionOnRejection(request: Request, { status, headers }: Response): void {
  const isUnread = CLOSE_CONNECTION_STATUSES.has(status) || (CLOSE_IF_UNREAD_STATUSES.has(status) && !request.bodyUsed);
  if (isUnread && hasBody(request)) headers.set("connection", "close");
}

function hasBody({ headers }: Request): boolean {
  return headers.has("transfer-encoding") || (headers.get("content-length") ?? "0") !== "0";
}
