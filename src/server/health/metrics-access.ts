import { timingSafeEqual } from "node:crypto";

import type { Server } from "bun";

import { hashToken } from "#server/adapters/secrets.ts";
import type { Config } from "#server/config.ts";
import { AppError } from "#server/errors.ts";

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
/** Set by proxies on forwarded requests. */
const FORWARDED = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

/** METRICS_TOKEN, or this machine, where a proxy runs too: nothing forwarded. @throws AppError signed-out, not-found */
export function requireMetricsAccess(
  request: Request,
  server: Server<unknown> | null,
  { metricsToken }: Pick<Config, "metricsToken">,
): void {
  if (metricsToken !== null) {
    const [scheme, token = ""] = (request.headers.get("authorization") ?? "").split(" ");
    if (scheme?.toLowerCase() === "bearer" && timingSafeEqual(hashToken(token), hashToken(metricsToken))) return;
    throw new AppError("signed-out", "Send the METRICS_TOKEN as a bearer token.");
  }
  const isLocal =
    LOOPBACK.test(server?.requestIP(request)?.address ?? "") &&
    /^(?:localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/.test(new URL(request.url).hostname) &&
    !FORWARDED.some((name) => request.headers.has(name));
  if (!isLocal) throw new AppError("not-found", "Nothing here.");
}
