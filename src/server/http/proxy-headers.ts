import type { Config } from "#server/config.ts";

/** Paths that aren't files of the build, which proxies may cache. */
const FROM_ROUTES = /^\/(?:api|calendar|feeds)(?:\/|$)/;
const HTML = /^(?:text\/html|application\/xhtml\+xml)\b/;

/**
 * Overrides defaults of proxies: nginx buffers 1 GB of a download and then pauses until the idle connection is closed,
 * and some proxies rewrite scripts of pages.
 */
export function addProxyHeaders(headers: Headers, path: string): void {
  if (FROM_ROUTES.test(path)) headers.set("x-accel-buffering", "no");
  if (!HTML.test(headers.get("content-type") ?? "")) return;
  const cacheControl = headers.get("cache-control");
  headers.set("cache-control", cacheControl ? `${cacheControl}, no-transform` : "no-transform");
}

export function publicOrigin(config: Pick<Config, "publicUrl" | "host" | "port">): string {
  const host = config.host === "0.0.0.0" || config.host === "::" ? "localhost" : config.host;
  return config.publicUrl ?? `http://${host.includes(":") ? `[${host}]` : host}:${config.port}`;
}
