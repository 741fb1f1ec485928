import type { Server } from "bun";
import type { AnyElysia } from "elysia";

import { REQUEST_ID_HEADER, SERVER_HEADER } from "#contract/headers.ts";
import { memoizeAsync } from "#server/adapters/memoize-async.ts";
import { closeConnectionOnRejection, completeUrl, limitBodyTime, requireValidHost } from "#server/http/connection.ts";
import { isForbiddenSubresource } from "#server/http/cross-site.ts";
import { checkHealth, getUpResponse } from "#server/operations/health/health.ts";

import { getCallerAddress } from "./access/caller-address.ts";
import { migrateCookies, type RenamedCookies } from "./access/renamed-cookies.ts";
import { describeError } from "./adapters/log.ts";
import type { Deps } from "./deps.ts";
import { AppError, crossSiteError } from "./errors.ts";
import { isCrossSite, isInsecurePage } from "./http/cross-site.ts";
import { errorResponse } from "./http/error-response.ts";
import { headLengths } from "./http/file-response.ts";
import { addProxyHeaders } from "./http/proxy-headers.ts";
import {
  addSecurityHeaders,
  allowCrossOriginFeeds,
  createPreflightResponse,
  securityHeaders,
  setReferrerPolicy,
} from "./http/security-headers.ts";
import { createRequestCounts } from "./operations/health/request-counts.ts";
import type { WebAssets } from "./pages/web-assets.ts";
import { findBucketOrigin } from "./storage/media.ts";

/** Logged with the address, so that operators can block attackers. */
const LOGGED_REJECTIONS: ReadonlySet<number> = new Set([401, 403, 429]);

/**
 * Handles every request: rejects cross-site ones, calls the routes or the web app, adds headers and logs. Routes load
 * with the first API request or `preloadRoutes`, so that pages and health checks don't wait for them.
 */
export function createHandler(deps: Deps, web: WebAssets) {
  const security = Object.entries(securityHeaders(deps.config, findBucketOrigin(deps), web.styles));
  const bootId = Date.now().toString(36);
  let callCount = 0;

  const counts = createRequestCounts();
  let bunServer: Server<unknown> | null = null;

  const loadApp = memoizeAsync(async (): Promise<AnyElysia> => {
    const { createApp } = await import("./app.ts");
    const app = createApp(deps);
    counts.setRoutes(app.routes.map((route) => route.path));
    return app;
  });
  const callRoutes = async (request: Request): Promise<Response> => {
    const app = await loadApp();
    // for the caller's address
    app.server ??= bunServer;
    return app.fetch(request);
  };

  const respond = async (request: Request, path: string): Promise<Response> => {
    requireValidHost(request);
    if (path === "/metrics") return respondWithMetrics(request);
    if (path === "/up") return getUpResponse(deps, request) ?? web.fetch(request);
    const preflight = createPreflightResponse(request, path);
    if (preflight) return preflight;
    if (path.startsWith("/calendar/") || path.startsWith("/feeds/")) return callRoutes(request);
    if (path !== "/api" && !path.startsWith("/api/")) return web.fetch(request, callRoutes);
    if (isCrossSite(request, deps.config)) throw crossSiteError();
    if (isForbiddenSubresource(request, path))
      throw new AppError("forbidden", "This address can't be used as a picture, style, font, sound or frame.");
    if (isInsecurePage(request, deps.config))
      throw new AppError("forbidden", `Sign-in needs https: open ${deps.config.publicUrl} instead.`);
    // before the routes have loaded, but only they know if an admin may see the missing folders
    if (path === "/api/health" && request.method === "GET" && deps.folders.missing.length === 0)
      return Response.json(checkHealth(deps));
    return callRoutes(request);
  };

  const respondWithMetrics = async (request: Request): Promise<Response> => {
    const { renderMetrics, requireMetricsAccess } = await import("./operations/health/metrics.ts");
    requireMetricsAccess(request, bunServer, deps.config);
    const headers = { "content-type": "text/plain; version=0.0.4; charset=utf-8", "cache-control": "no-store" };
    return new Response(await renderMetrics(deps, counts), { headers });
  };

  type Call = { request: Request; path: string; startedAtMs: number; renamedCookies: RenamedCookies };
  const finishResponse = ({ request, path, startedAtMs, renamedCookies }: Call, response: Response): Response => {
    const id = `${bootId}-${(callCount += 1).toString(36)}`;
    const { headers } = response;
    addSecurityHeaders(headers, security);
    setReferrerPolicy(headers, path);
    allowCrossOriginFeeds(headers, request, path);
    // an error may be gone by the next request
    const isDynamic = path.startsWith("/api") || response.status >= 400;
    if (isDynamic && !headers.has("cache-control")) headers.set("cache-control", "no-store");
    addProxyHeaders(headers, path);
    headers.set(REQUEST_ID_HEADER, id);
    headers.set(SERVER_HEADER, "1");
    renamedCookies?.(headers);
    closeConnectionOnRejection(request, response);
    const length = request.method === "HEAD" ? headLengths.get(request) : undefined;
    if (length !== undefined) headers.set("content-length", String(length));
    // Elysia's 0 for HEAD would be the length of the file (RFC 9110, 8.6)
    if (response.status === 304) headers.delete("content-length");
    const durationMs = performance.now() - startedAtMs;
    counts.end(request.method, path, response.status, durationMs / 1000);
    deps.log.info("request", {
      id,
      method: request.method,
      path: redactPath(path),
      status: response.status,
      ms: Math.round(durationMs),
      from: LOGGED_REJECTIONS.has(response.status) ? getCallerAddress(request, bunServer, deps.config) : undefined,
    });
    return response;
  };

  return {
    fetch: async (request: Request, server: Server<unknown> | null = null): Promise<Response> => {
      bunServer ??= server;
      completeUrl(request);
      limitBodyTime(request, server);
      const call: Call = { request, path: pathOf(request.url), startedAtMs: performance.now(), renamedCookies: null };
      counts.begin(call.path);
      let response: Response;
      try {
        call.renamedCookies = migrateCookies(deps, request);
        response = await respond(request, call.path);
      } catch (error) {
        response = errorResponse(error, deps.log);
      }
      return finishResponse(call, response);
    },
    preloadRoutes: async (): Promise<void> => void (await loadApp()),
    /** For errors outside of requests, which must not end the process (DESIGN 5.7). */
    logUncaughtError: (error: unknown) => deps.log.error("uncaught error", { error: describeError(error) }),
  };
}

export type Handler = ReturnType<typeof createHandler>;

function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const end = url.indexOf("?", start);
  return end < 0 ? url.slice(start) : url.slice(start, end);
}

/** ISBNs and ids may be logged; anything longer could be a pasted code. */
function redactPath(path: string): string {
  if (path.startsWith("/calendar/")) return "/calendar/…";
  if (path.startsWith("/feeds/")) return "/feeds/…";
  return path.length > 120 ? `${path.slice(0, 120)}…` : path;
}
