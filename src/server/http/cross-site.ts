import type { Config } from "#server/config.ts";
import { crossSiteError } from "#server/errors.ts";

/** RFC 9110, 9.2.1 */
export const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** True for an unsafe request of another site (DESIGN 3, C02). Clients other than browsers send neither header. */
export function isCrossSite(request: Request, { publicUrl }: Pick<Config, "publicUrl">): boolean {
  return !SAFE_METHODS.has(request.method) && !isSameOrigin(request, publicUrl);
}

/** Rejects links, images and other sites, for a GET with effects that SPEC requires. @throws AppError forbidden */
export function requireSameOriginFetch(request: Request, { publicUrl }: Pick<Config, "publicUrl">): void {
  const destination = request.headers.get("sec-fetch-dest") ?? "empty";
  if (destination !== "empty" || !isSameOrigin(request, publicUrl)) throw crossSiteError();
}

function isSameOrigin(request: Request, publicUrl: Config["publicUrl"]): boolean {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  const origin = request.headers.get("origin");
  if (origin === null) return true;
  return origin === publicUrl || URL.parse(origin)?.host === (request.headers.get("host") ?? new URL(request.url).host);
}

const LOOPBACK_HOST = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/** True for an unsafe request from a page without https, where browsers drop the session cookie. */
export function isInsecurePage(request: Request, { secure }: Pick<Config, "secure">): boolean {
  if (!secure || SAFE_METHODS.has(request.method)) return false;
  const origin = URL.parse(request.headers.get("origin") ?? "");
  return origin?.protocol === "http:" && !LOOPBACK_HOST.test(origin.hostname);
}

const TOP_LEVEL_DESTINATIONS = new Set(["empty", "document"]);
const EMBEDDABLE_PATHS = /^\/api\/(?:avatars\/|covers\/|download\/|books\/\d+\/text\/|email\/preview\/[^/]+\/page$)/;

/** True if a page or a chapter of a book embeds an API path that isn't embeddable, to call it with the reader's cookie. */
export function isForbiddenSubresource(request: Request, path: string): boolean {
  const destination = request.headers.get("sec-fetch-dest");
  return destination !== null && !TOP_LEVEL_DESTINATIONS.has(destination) && !EMBEDDABLE_PATHS.test(path);
}
