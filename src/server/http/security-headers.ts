import { EARLY_CLICK_SCRIPT, LINK_PAGES } from "#contract/first-paint.ts";
import type { Config } from "#server/config.ts";

const EARLY_CLICK_HASH = hashSource(EARLY_CLICK_SCRIPT);

function hashSource(text: string): string {
  return `'sha256-${new Bun.CryptoHasher("sha256").update(text).digest("base64")}'`;
}

export function securityHeaders(
  { secure, teamAvatarUrl }: Pick<Config, "secure" | "teamAvatarUrl">,
  bucket: string | null = null,
  styles: string | null = null,
) {
  const images = ["'self'", "data:", "blob:", ...(teamAvatarUrl ? [new URL(teamAvatarUrl).origin] : [])];
  const policy = [
    "default-src 'self'",
    `script-src 'self' ${EARLY_CLICK_HASH}`,
    ...(styles === null ? [] : [`style-src 'self' ${hashSource(styles)}`]),
    `img-src ${images.join(" ")}`,
    `media-src 'self' blob:${bucket ? ` ${bucket}` : ""}`,
    ...(bucket ? [`connect-src 'self' ${bucket}`] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ];
  return {
    [POLICY]: policy.join("; "),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    ...(secure && { "strict-transport-security": "max-age=31536000" }),
  } as const;
}

export const PERMISSIONS_POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=()";

/** `no-referrer` would set the origin of a form to `null`. */
export function setReferrerPolicy(headers: Headers, path: string): void {
  if (LINK_PAGES.has(path) || path === "/api/unsubscribe") headers.set("referrer-policy", "strict-origin");
}

export function addSecurityHeaders(
  headers: Headers,
  entries: readonly (readonly [name: string, value: string])[],
): void {
  for (const [name, value] of entries) if (name !== POLICY || !headers.has(POLICY)) headers.set(name, value);
}

/** Secret URLs, which apps on other origins may read (BEYOND 9). */
const FEEDS_PATH = "/feeds/";
const FEED_HEADERS = {
  "cross-origin-resource-policy": "cross-origin",
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "Accept-Ranges, Content-Length, Content-Range, ETag",
} as const;

export function allowCrossOriginFeeds(headers: Headers, { method }: Pick<Request, "method">, path: string): void {
  if (!path.startsWith(FEEDS_PATH) || (method !== "GET" && method !== "HEAD" && method !== "OPTIONS")) return;
  for (const [name, value] of Object.entries(FEED_HEADERS)) headers.set(name, value);
}

export function createPreflightResponse({ method }: Pick<Request, "method">, path: string): Response | null {
  if (method !== "OPTIONS" || !path.startsWith(FEEDS_PATH)) return null;
  const headers = {
    "access-control-allow-methods": "GET, HEAD",
    "access-control-allow-headers": "If-Modified-Since, If-None-Match, If-Range, Range",
    "access-control-max-age": "86400",
  };
  return new Response(null, { status: 204, headers });
}

const POLICY = "content-security-policy";
