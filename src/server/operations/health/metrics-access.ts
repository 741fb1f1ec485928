import { timingSafeEqual } from "node:crypto";

import type { Server } from "bun";

import { hashToken } from "#server/adapters/secrets.ts";
import type { Config } from "#server/config.ts";
import { AppError } from "#server/errors.ts";

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const LOCAL_NAME = /^(?:localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/;
/** Set by proxies on forwarded requests. */
const FORWARDED = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

/**
 * With METRICS_TOKEN; without one only from this machine, and only for a club that isn't public: a public one has a
 * proxy, which may run here and forward anyone's call as its own. @throws AppError signed-out, not-found
 */
export function requireMetricsAccess(
  request: Request,
  server: Server<unknown> | null,
  { metricsToken, publicUrl, trustedProxies }: Pick<Config, "metricsToken" | "publicUrl" | "trustedProxies">,
): void {
  if (metricsToken !== null) {
    const [scheme, token = ""] = (request.headers.get("authorization") ?? "").split(" ");
    if (scheme?.toLowerCase() === "bearer" && timingSafeEqual(hashToken(token), hashToken(metricsToken))) return;
    throw new AppError("signed-out", "Send the METRICS_TOKEN as a bearer token.");
  }
  const isPublic = trustedProxies !== null || (publicUrl !== null && !LOCAL_NAME.test(new URL(publicUrl).hostname));
  const isLocal =
    !isPublic &&
    LOOPBACK.test(server?.requestIP(request)?.address ?? "") &&
    LOCAL_NAME.test(new URL(request.url).hostname) &&
    !FORWARDED.some((name) => request.headers.has(name));
  if (!isLocal) throw new AppError("not-found", "Nothing here.");
}
