import type { Config } from "#server/config.ts";

/**
 * The headers that every answer carries, page, call or file (TESTS C05). The page may load from its own origin only;
 * the one exception is the team's avatar, where an outside service draws it (SPEC 2).
 */
export function securityHeaders({ secure, teamAvatarUrl }: Pick<Config, "secure" | "teamAvatarUrl">) {
  const pictures = ["'self'", "data:", "blob:", ...(teamAvatarUrl ? [new URL(teamAvatarUrl).origin] : [])];
  const policy = [
    "default-src 'self'",
    `img-src ${pictures.join(" ")}`,
    "media-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ];
  return {
    "content-security-policy": policy.join("; "),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ...(secure && { "strict-transport-security": "max-age=31536000" }),
  } as const;
}

/**
 * The headers of a JSON answer, ready: an answer that is made of these costs a third of one that is given them one by
 * one, which tells at what every page asks for.
 */
export function jsonHeaders(config: Parameters<typeof securityHeaders>[0]): Headers {
  const own = { "content-type": "application/json;charset=utf-8", "cache-control": "no-store" };
  return new Headers({ ...securityHeaders(config), ...own });
}

/** Adds what is missing of the security headers; an answer with one of them was made with all. */
export function addSecurityHeaders(to: Headers, entries: readonly (readonly [name: string, value: string])[]): void {
  if (to.has("x-content-type-options")) return;
  for (const [name, value] of entries) if (!to.has(name)) to.set(name, value);
}
