import type { Config } from "./config.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * True for an unsafe call that a page of another site may have caused (DESIGN 3, TESTS C02): only `same-origin` passes,
 * or, from browsers without Sec-Fetch-Site, an Origin equal to the host or PUBLIC_URL; or no Origin at all (a script).
 */
export function isCrossSite(request: Request, { publicUrl }: Pick<Config, "publicUrl">): boolean {
  if (SAFE_METHODS.has(request.method)) return false;
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site !== "same-origin";
  const origin = request.headers.get("origin");
  if (origin === null) return false;
  return origin !== publicUrl && URL.parse(origin)?.host !== (request.headers.get("host") ?? new URL(request.url).host);
}
