import { createHmac, timingSafeEqual } from "node:crypto";

import type { Deps } from "#server/deps.ts";

/**
 * A token for a link in a mail: its parts, joined by dots, and a signature by the key in the database. It needs no row of
 * its own, and a backup brings it back.
 * @param purpose so that a token of one kind can't stand in for another
 */
export function sign(deps: Deps, purpose: string, parts: readonly (string | number)[]): string {
  const text = parts.join(".");
  return `${text}.${signature(deps, purpose, text)}`;
}

/** The parts of a token that we made for that purpose, or null. */
export function readSigned(deps: Deps, purpose: string, token: string): string[] | null {
  const end = token.lastIndexOf(".");
  const text = token.slice(0, Math.max(end, 0));
  if (!/^\d{1,10}(?:\.\w{1,20})?$/.test(text)) return null;
  const expected = Buffer.from(signature(deps, purpose, text));
  const given = Buffer.from(token.slice(end + 1));
  return given.length === expected.length && timingSafeEqual(given, expected) ? text.split(".") : null;
}

function signature(deps: Deps, purpose: string, text: string): string {
  return createHmac("sha256", deps.stores.email.unsubscribeKey()).update(`${purpose}:${text}`).digest("base64url");
}
