import type { Config } from "#server/config.ts";
import { crossSiteRequest } from "#server/errors.ts";

/** Those that change nothing (RFC 9110 9.2.1). */
export const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** True for an unsafe request of another site (DESIGN 3, C02), by Sec-Fetch-Site, else Origin; scripts send neither. */
export function isCrossSite(request: Request, { publicUrl }: Pick<Config, "publicUrl">): boolean {
  return !SAFE_METHODS.has(request.method) && !isSameOrigin(request, publicUrl);
}

/**
 * Also refuses what other sites, a link and a page's own pictures could call, for a GET that SPEC has and that does
 * something. Scripts send no such headers. @throws AppError forbidden
 */
export function requireSameOriginFetch(request: Request, { publicUrl }: Pick<Config, "publicUrl">): void {
  const destination = request.headers.get("sec-fetch-dest") ?? "empty";
  if (destination !== "empty" || !isSameOrigin(request, publicUrl)) throw crossSiteRequest();
}

function isSameOrigin(request: Request, publicUrl: Config["publicUrl"]): boolean {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  const origin = request.headers.get("origin");
  if (origin === null) return true;
  return origin === publicUrl || URL.parse(origin)?.host === (request.headers.get("host") ?? new URL(request.url).host);
}

const LOOPBACK = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/** True for an unsafe request from a page without https, where browsers drop the session cookie; not on localhost. */
export function isInsecurePage(request: Request, { secure }: Pick<Config, "secure">): boolean {
  if (!secure || SAFE_METHODS.has(request.method)) return false;
  const origin = URL.parse(request.headers.get("origin") ?? "");
  return origin?.protocol === "http:" && !LOOPBACK.test(origin.hostname);
}

/** A call by a script or by a person, who follows a link. All others are made by what a page or a chapter contains. */
const NOT_EMBEDDED = new Set(["empty", "document"]);
/** Pictures, files of a book, downloads, and the preview of a mail. */
const EMBEDDABLE = /^\/api\/(?:avatars\/|covers\/|download\/|books\/\d+\/text\/|email\/preview\/[^/]+\/page$)/;

/**
 * True for a call that a page makes on its own, as for a picture, style, font, sound or frame (`Sec-Fetch-Dest`), where
 * the answer is nothing like it. So a chapter can't call the club with its reader's cookie.
 * @param path of the address, as sent
 */
export function isForbiddenSubresource(request: Request, path: string): boolean {
  const destination = request.headers.get("sec-fetch-dest");
  return destination !== null && !NOT_EMBEDDED.has(destination) && !EMBEDDABLE.test(path);
}
