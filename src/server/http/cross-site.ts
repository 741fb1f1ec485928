import type { Config } from "#server/config.ts";

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

const LOOPBACK = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * True for an unsafe call of a page that was opened without https though the club has a secure address: browsers drop
 * the session's cookie there, and a sign-in or an invitation would be used up for nothing. They keep it on their own machine.
 */
export function isInsecurePage(request: Request, { secure }: Pick<Config, "secure">): boolean {
  if (!secure || SAFE_METHODS.has(request.method)) return false;
  const origin = URL.parse(request.headers.get("origin") ?? "");
  return origin?.protocol === "http:" && !LOOPBACK.test(origin.hostname);
}
