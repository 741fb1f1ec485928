import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

import { hashToken } from "#server/adapters/secrets.ts";
import type { Deps } from "#server/deps.ts";

const CHALLENGE_TTL_MS = 10 * 60 * 1000;
const RANDOM_BYTES = 16;
const TIME_BYTES = 8;

/** A signed challenge for a passkey; stored only when used, so asking can't fill the database. */
export function makeChallenge(deps: Deps, purpose: string): Uint8Array<ArrayBuffer> {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeBigUInt64BE(BigInt(deps.clock.now().getTime() + CHALLENGE_TTL_MS));
  const text = Buffer.concat([randomBytes(RANDOM_BYTES), time]);
  return new Uint8Array(Buffer.concat([text, signature(deps, purpose, text)]));
}

/** @returns false for a challenge that isn't ours, expired, has another purpose or was used */
export function useChallenge(deps: Deps, purpose: string, challenge: string): boolean {
  const bytes = Buffer.from(challenge, "base64url");
  const [text, signed] = [bytes.subarray(0, RANDOM_BYTES + TIME_BYTES), bytes.subarray(RANDOM_BYTES + TIME_BYTES)];
  const expected = signature(deps, purpose, text);
  if (signed.length !== expected.length || !timingSafeEqual(signed, expected)) return false;
  const goodUntil = new Date(Number(text.readBigUInt64BE(RANDOM_BYTES)));
  if (goodUntil <= deps.clock.now()) return false;
  return deps.stores.oneTime.insert({
    hash: hashToken(challenge),
    purpose: "used-challenge",
    userId: null,
    sessionId: null,
    madeBy: null,
    expiresAt: goodUntil.toISOString(),
  });
}

function signature(deps: Deps, purpose: string, text: Uint8Array): Uint8Array {
  return createHmac("sha256", deps.stores.signingKey.find()).update(`passkey:${purpose}:`).update(text).digest();
}
