import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

import { hashToken } from "#server/adapters/secrets.ts";
import type { Deps } from "#server/deps.ts";

/** Needs no row and survives a restore. It's valid until the member's next password reset, or always to unsubscribe. */
export function signToken(deps: Deps, purpose: string, parts: readonly [number, ...(string | number)[]]): string {
  const text = parts.join(".");
  return `${text}.${createSignature(deps, purpose, text)}`;
}

export function verifyToken(deps: Deps, purpose: string, token: string): string[] | null {
  const separator = token.lastIndexOf(".");
  const text = token.slice(0, Math.max(separator, 0));
  if (!/^\d{1,10}(?:\.\w{1,20})?$/.test(text)) return null;
  const expectedSignature = Buffer.from(createSignature(deps, purpose, text));
  const givenSignature = Buffer.from(token.slice(separator + 1));
  return givenSignature.length === expectedSignature.length && timingSafeEqual(givenSignature, expectedSignature)
    ? text.split(".")
    : null;
}

function createSignature(deps: Deps, purpose: string, text: string): string {
  const resetCount = /^unsubscribe\b/.test(purpose) ? 0 : deps.stores.secrets.countResets(Number.parseInt(text, 10));
  // tokens from before the first reset have no count
  const signature = resetCount === 0 ? `${purpose}:${text}` : `${purpose}#${resetCount}:${text}`;
  return createHmac("sha256", deps.stores.signingKey.find()).update(signature).digest("base64url");
}

const CHALLENGE_TTL_MS = 10 * 60 * 1000;
const RANDOM_BYTES = 16;
const TIME_BYTES = 8;

/** A passkey's challenge. It's stored only when used, so that requests can't fill the database. */
export function createChallenge(deps: Deps, purpose: string): Uint8Array<ArrayBuffer> {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeBigUInt64BE(BigInt(deps.clock.now().getTime() + CHALLENGE_TTL_MS));
  const text = Buffer.concat([randomBytes(RANDOM_BYTES), time]);
  return new Uint8Array(Buffer.concat([text, signChallenge(deps, purpose, text)]));
}

/** @param challenge what a browser's response contains, which may be no text */
export function consumeChallenge(deps: Deps, purpose: string, challenge: unknown): boolean {
  if (typeof challenge !== "string") return false;
  const bytes = Buffer.from(challenge, "base64url");
  const [text, signature] = [bytes.subarray(0, RANDOM_BYTES + TIME_BYTES), bytes.subarray(RANDOM_BYTES + TIME_BYTES)];
  const expected = signChallenge(deps, purpose, text);
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return false;
  const expiresAt = new Date(Number(text.readBigUInt64BE(RANDOM_BYTES)));
  if (expiresAt <= deps.clock.now()) return false;
  return deps.stores.oneTimeSecrets.insert({
    hash: hashToken(challenge),
    purpose: "used-challenge",
    expiresAt: expiresAt.toISOString(),
  });
}

function signChallenge(deps: Deps, purpose: string, text: Uint8Array): Uint8Array {
  return createHmac("sha256", deps.stores.signingKey.find()).update(`passkey:${purpose}:`).update(text).digest();
}
