import type { Config } from "#server/config.ts";

/** What the build made has other paths; it is small, and proxies may cache it. */
const FROM_ROUTES = /^\/(?:api|calendar|feeds)(?:\/|$)/;
const HTML = /^(?:text\/html|application\/xhtml\+xml)\b/;

/**
 * Makes answers independent of the settings of a proxy in front. By default nginx reads a download faster than its
 * reader, stores 1 GB of it and then pauses until all of that is sent; by then the idle connection is closed, and the
 * download ends early. And a page whose scripts a proxy has rewritten doesn't start.
 */
export function addProxyHeaders(to: Headers, path: string): void {
  if (FROM_ROUTES.test(path)) to.set("x-accel-buffering", "no");
  if (!HTML.test(to.get("content-type") ?? "")) return;
  const cacheControl = to.get("cache-control");
  to.set("cache-control", cacheControl ? `${cacheControl}, no-transform` : "no-transform");
}

/** PUBLIC_URL, or where the server listens. */
export function publicOrigin(config: Pick<Config, "publicUrl" | "host" | "port">): string {
  const host = config.host === "0.0.0.0" || config.host === "::" ? "localhost" : config.host;
  return config.publicUrl ?? `http://${host.includes(":") ? `[${host}]` : host}:${config.port}`;
}
