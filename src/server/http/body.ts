import type { Server } from "bun";

import { JSON_BODY_MAX_BYTES } from "#contract/limits.ts";
import { readUpTo } from "#server/adapters/chunks.ts";
import { AppError } from "#server/errors.ts";

export async function readBody(request: Request, maxBytes: number, message: string): Promise<Buffer> {
  const tooLargeError = () => new AppError("too-large", message);
  if (Number(request.headers.get("content-length")) > maxBytes) throw tooLargeError();
  return readUpTo(request.body ?? [], maxBytes, tooLargeError);
}

const FORM_MAX_BYTES = 4096;

export async function readFormBody(request: Request): Promise<FormData> {
  const bytes = await readBody(request, FORM_MAX_BYTES, "The form is too large.");
  const headers = { "content-type": request.headers.get("content-type") ?? "" };
  try {
    return await new Response(new Uint8Array(bytes), { headers }).formData();
  } catch {
    return new FormData();
  }
}

export async function readJsonBody(request: Request): Promise<unknown> {
  if (request.body === null) return undefined;
  const type = request.headers.get("content-type") ?? "";
  const bytes = await readBody(request, JSON_BODY_MAX_BYTES, "The request is too large.");
  if (bytes.length === 0) return undefined;
  if (!/^application\/json\s*(?:;|$)/i.test(type)) throw new AppError("wrong-type", "Send JSON.");
  const value = parse(bytes);
  // Elysia would treat an array as an empty object
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new AppError("invalid", "The request must be a JSON object.");
  return value;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new AppError("malformed", "The request isn't valid JSON.", { cause });
  }
}

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
