import { addMinutes } from "date-fns";

import type { SecretOwner, SecretPurpose } from "#db/secrets.ts";
import { hashCode, hashToken, newShortCode, newToken } from "#server/adapters/secrets.ts";
import type { Deps } from "#server/deps.ts";

const TTL_MINUTES = { reset: 60, device: 5, ereader: 24 * 60 } as const;

export function issueOneTimeToken(
  deps: Deps,
  purpose: keyof typeof TTL_MINUTES,
  { userId, sessionId, madeBy }: SecretOwner,
): { secret: string; expiresAt: string } {
  const secret = purpose === "device" ? newShortCode() : newToken();
  const expiresAt = addMinutes(deps.clock.now(), TTL_MINUTES[purpose]).toISOString();
  const hash = hashOneTimeToken(purpose, secret);
  deps.stores.oneTimeSecrets.insert({ hash, purpose, expiresAt, userId, sessionId, madeBy });
  return { secret, expiresAt };
}

/** @returns the owner's id; null for a token that is unknown, expired or used */
export function findTokenOwner(deps: Deps, purpose: SecretPurpose, token: string): number | null {
  return deps.stores.oneTimeSecrets.find(hashOneTimeToken(purpose, token), purpose, deps.clock.now().toISOString());
}

/** Like `findTokenOwner`, but the token can't be used again. Only one of concurrent callers gets the owner. */
export function consumeOneTimeToken(deps: Deps, purpose: SecretPurpose, token: string): number | null {
  return deps.stores.oneTimeSecrets.consume(hashOneTimeToken(purpose, token), purpose, deps.clock.now().toISOString());
}

export function revokeTokens(deps: Deps, userId: number, purpose: SecretPurpose): void {
  deps.stores.oneTimeSecrets.deleteOf(userId, purpose);
}

/** Also revokes tokens that the member created for others. */
export function revokeAllTokens(deps: Deps, userId: number): void {
  deps.stores.oneTimeSecrets.deleteAllOf(userId);
}

export function deleteExpiredTokens(deps: Deps): void {
  deps.stores.oneTimeSecrets.deleteExpired(deps.clock.now().toISOString());
}

function hashOneTimeToken(purpose: SecretPurpose, token: string): Uint8Array {
  return purpose === "device" ? hashCode(token) : hashToken(token);
}
