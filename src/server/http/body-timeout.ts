import type { Server } from "bun";

import { AppError } from "#server/errors.ts";

/** Paused players and slow uploads send nothing for a while; Bun's default is 10 s (DESIGN 5.6). */
export const IDLE_SECONDS = 120;
/** Seconds for a whole JSON body: half of one must not hold a connection for long. Bun rounds to 4 seconds. */
const BODY_TIMEOUT_SECONDS = 12;
/** A host and perhaps a port; Bun joins repeated headers with a comma. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;
/** Refusals that don't wait for the rest of the body. */
const CLOSE_CONNECTION_STATUSES: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 429, 503]);
/** Refusals by the guard's headers, before the body is read, or by what the body says. */
const CLOSING_UNREAD: ReadonlySet<number> = new Set([409, 422]);

const arriving = new WeakMap<Request, Server<unknown>>();

/** Two hosts could be one for a proxy and another here (RFC 9112, 3.2). @throws AppError 'malformed' */
export function requireValidHost(request: Request): void {
  const host = request.headers.get("host");
  if (host !== null && !HOST.test(host)) throw new AppError("malformed", "Send one valid Host header.");
}

/** Limits the time of a body, unless `allowPauses` is called. */
export function limitBodyTime(request: Request, server: Server<unknown> | null): void {
  if (!server || !hasBody(request)) return;
  server.timeout(request, BODY_TIMEOUT_SECONDS);
  arriving.set(request, server);
}

/** Lifts the limit for signed-in members, who may upload over a slow connection. */
export function allowSlowBody(request: Request): void {
  arriving.get(request)?.timeout(request, IDLE_SECONDS);
}

/** Ends the connection of a refused call whose body may still be on its way. */
export function closeConnectionOnRejection(request: Request, { status, headers }: Response): void {
  const isUnread = CLOSE_CONNECTION_STATUSES.has(status) || (CLOSING_UNREAD.has(status) && !request.bodyUsed);
  if (isUnread && hasBody(request)) headers.set("connection", "close");
}

function hasBody({ headers }: Request): boolean {
  return headers.has("transfer-encoding") || (headers.get("content-length") ?? "0") !== "0";
}
