import { EARLY_CLICK_SCRIPT, LINK_PAGES } from "#contract/first-paint.ts";
import type { Config } from "#server/config.ts";

/** The only inline script. It remembers which button was pressed before the app loaded. */
const EARLY_PRESS_HASH = hashSource(EARLY_CLICK_SCRIPT);

function hashSource(text: string): string {
  return `'sha256-${new Bun.CryptoHasher("sha256").update(text).digest("base64")}'`;
}

/**
 * Headers of every answer (TESTS C05). Pages load from their own origin only, except for the team's avatar where an
 * outside service draws it (SPEC 2), and books in a bucket (BEYOND 8).
 * @param bucket its origin, or null
 * @param styles the text of the style sheet in the pages, or null
 */
export function securityHeaders(
  { secure, teamAvatarUrl }: Pick<Config, "secure" | "teamAvatarUrl">,
  bucket: string | null = null,
  styles: string | null = null,
) {
  const pictures = ["'self'", "data:", "blob:", ...(teamAvatarUrl ? [new URL(teamAvatarUrl).origin] : [])];
  const policy = [
    "default-src 'self'",
    `script-src 'self' ${EARLY_PRESS_HASH}`,
    ...(styles === null ? [] : [`style-src 'self' ${hashSource(styles)}`]),
    `img-src ${pictures.join(" ")}`,
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

/** Features that none of our pages uses. Only pages need the header. */
export const PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=()";

/** Not `no-referrer`, which would make the origin of a form `null`. */
export function setReferrerPolicy(to: Headers, path: string): void {
  if (LINK_PAGES.has(path) || path === "/api/unsubscribe") to.set("referrer-policy", "strict-origin");
}

/** A route may have its own stricter policy. */
export function addSecurityHeaders(to: Headers, entries: readonly (readonly [name: string, value: string])[]): void {
  for (const [name, value] of entries) if (name !== POLICY || !to.has(POLICY)) to.set(name, value);
}

/** A feed's secret address is the permission, so apps on other origins may read and play what is there (BEYOND 9). */
const SHARED = "/feeds/";
const SHARED_HEADERS = {
  "cross-origin-resource-policy": "cross-origin",
  // any origin, which rules out credentials
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "Accept-Ranges, Content-Length, Content-Range, ETag",
} as const;

/** Lets other origins read feeds, and nothing else. */
export function allowCrossOriginFeeds(to: Headers, { method }: Pick<Request, "method">, path: string): void {
  if (!path.startsWith(SHARED) || (method !== "GET" && method !== "HEAD" && method !== "OPTIONS")) return;
  for (const [name, value] of Object.entries(SHARED_HEADERS)) to.set(name, value);
}

/** Answers the preflight for a range of a feed's file from another origin; null for other calls. */
export function answerPreflight({ method }: Pick<Request, "method">, path: string): Response | null {
  if (method !== "OPTIONS" || !path.startsWith(SHARED)) return null;
  const headers = {
    "access-control-allow-methods": "GET, HEAD",
    "access-control-allow-headers": "If-Modified-Since, If-None-Match, If-Range, Range",
    "access-control-max-age": "86400",
  };
  return new Response(null, { status: 204, headers });
}

const POLICY = "content-security-policy";
