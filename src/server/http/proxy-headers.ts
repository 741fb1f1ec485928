const UNCACHED_PATH = /^\/(?:api|calendar|feeds)(?:\/|$)/;
const HTML_TYPE = /^(?:text\/html|application\/xhtml\+xml)\b/;

/** nginx would buffer 1 GB of a download and pause until it times out. Some proxies rewrite scripts of pages. */
export function addProxyHeaders(headers: Headers, path: string): void {
  if (UNCACHED_PATH.test(path)) headers.set("x-accel-buffering", "no");
  if (!HTML_TYPE.test(headers.get("content-type") ?? "")) return;
  const cacheControl = headers.get("cache-control");
  headers.set("cache-control", cacheControl ? `${cacheControl}, no-transform` : "no-transform");
}
