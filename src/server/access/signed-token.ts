import { createHmac, timingSafeEqual } from "node:crypto";

import type { Deps } from "#server/deps.ts";

/** A signed token for a link: needs no row, and survives a restore. @param purpose keeps kinds apart */
export function sign(deps: Deps, purpose: string, parts: readonly (string | number)[]): string {
  const text = parts.join(".");
  return `${text}.${signature(deps, purpose, text)}`;
}

/** The parts of our token for that purpose, or null. */
export function readSigned(deps: Deps, purpose: string, token: string): string[] | null {
  const end = token.lastIndexOf(".");
  const text = token.slice(0, Math.max(end, 0));
  if (!/^\d{1,10}(?:\.\w{1,20})?$/.test(text)) return null;
  const expected = Buffer.from(signature(deps, purpose, text));
  const given = Buffer.from(token.slice(end + 1));
  return given.length === expected.length && timingSafeEqual(given, expected) ? text.split(".") : null;
}

function signature(deps: Deps, purpose: string, text: string): string {
  return createHmac("sha256", deps.stores.signingKey.find()).update(`${purpose}:${text}`).digest("base64url");
}
