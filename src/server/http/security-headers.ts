import type { Config } from "#server/config.ts";

/**
 * Headers of every answer (TESTS C05). Pages load from their own origin only, except for the team's avatar where an
 * outside service draws it (SPEC 2), and books in a bucket (BEYOND 8).
 * @param bucket its origin, or null
 */
export function securityHeaders(
  { secure, teamAvatarUrl }: Pick<Config, "secure" | "teamAvatarUrl">,
  bucket: string | null = null,
) {
  const pictures = ["'self'", "data:", "blob:", ...(teamAvatarUrl ? [new URL(teamAvatarUrl).origin] : [])];
  const policy = [
    "default-src 'self'",
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

/** What no page of ours asks a browser for. Only pages carry it: other answers can't ask. */
export const PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=()";

/** Pages whose address brings a secret: what they load mustn't tell it to a proxy's log either. */
const LINK_PAGES: ReadonlySet<string> = new Set(["/auth", "/answer", "/api/unsubscribe"]);

/** Not `no-referrer`, which would make the origin of a form `null`. */
export function hideReferrer(to: Headers, path: string): void {
  if (LINK_PAGES.has(path)) to.set("referrer-policy", "strict-origin");
}

/** A route may have its own stricter policy; only that is looked for, and whether all of them are there already. */
export function addSecurityHeaders(to: Headers, entries: readonly (readonly [name: string, value: string])[]): void {
  if (to.has("x-content-type-options")) return;
  for (const [name, value] of entries) if (name !== POLICY || !to.has(POLICY)) to.set(name, value);
}

const POLICY = "content-security-policy";
