import { createHmac, timingSafeEqual } from "node:crypto";

import type { Deps } from "#server/deps.ts";

/**
 * A signed token for a link: needs no row, survives a restore, and ends with the next reset of the member's
 * password, except for unsubscribing. @param purpose keeps kinds apart @param parts the member's id first
 */
export function signToken(deps: Deps, purpose: string, parts: readonly [number, ...(string | number)[]]): string {
  const text = parts.join(".");
  return `${text}.${signature(deps, purpose, text)}`;
}

/** The parts of our token for that purpose, or null. */
export function verifyToken(deps: Deps, purpose: string, token: string): string[] | null {
  const end = token.lastIndexOf(".");
  const text = token.slice(0, Math.max(end, 0));
  if (!/^\d{1,10}(?:\.\w{1,20})?$/.test(text)) return null;
  const expected = Buffer.from(signature(deps, purpose, text));
  const given = Buffer.from(token.slice(end + 1));
  return given.length === expected.length && timingSafeEqual(given, expected) ? text.split(".") : null;
}

function signature(deps: Deps, purpose: string, text: string): string {
  const resets = /^unsubscribe\b/.test(purpose) ? 0 : deps.stores.secrets.resets(Number.parseInt(text, 10));
  // tokens from before the first reset have no count
  const signed = resets === 0 ? `${purpose}:${text}` : `${purpose}#${resets}:${text}`;
  return createHmac("sha256", deps.stores.signingKey.find()).update(signed).digest("base64url");
}
