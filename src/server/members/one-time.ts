import { addMinutes } from "date-fns";

import type { ResetLink } from "#contract/access.ts";
import type { SecretPurpose } from "#db/one-time.ts";
import { hashCode, hashToken, newShortCode, newToken } from "#server/adapters/secrets.ts";
import type { Deps } from "#server/deps.ts";
import { publicAddress } from "#server/http/public-address.ts";

/** Minutes that each kind of link or code is good for (BEYOND 7). */
const MINUTES = { reset: 60, device: 5 } as const;

type For = { userId: number; sessionId?: number; madeBy?: number };

/** Makes a secret for a link or to be typed. The database keeps its hash only. */
export function makeSecret(
  deps: Deps,
  purpose: keyof typeof MINUTES,
  { userId, sessionId, madeBy }: For,
): { secret: string; expiresAt: string } {
  const secret = purpose === "device" ? newShortCode() : newToken();
  const expiresAt = addMinutes(deps.clock.now(), MINUTES[purpose]).toISOString();
  deps.stores.oneTime.insert({
    hash: hashOf(purpose, secret),
    purpose,
    userId,
    sessionId: sessionId ?? null,
    madeBy: madeBy ?? null,
    expiresAt,
  });
  return { secret, expiresAt };
}

/** The address that sets a new password. It works once, for an hour. */
export function resetAddress(deps: Deps, userId: number, madeBy?: number): ResetLink {
  const { secret, expiresAt } = makeSecret(deps, "reset", { userId, ...(madeBy && { madeBy }) });
  return { url: `${publicAddress(deps.config)}/auth?reset=${secret}`, expiresAt };
}

/** Whose secret that is, without using it up; null for a used, expired or wrong one. */
export function ownerOfSecret(deps: Deps, purpose: SecretPurpose, secret: string): number | null {
  return deps.stores.oneTime.find(hashOf(purpose, secret), purpose, deps.clock.now().toISOString());
}

/** The same, and uses it up: of two who come at once, one gets it. */
export function takeSecret(deps: Deps, purpose: SecretPurpose, secret: string): number | null {
  return deps.stores.oneTime.take(hashOf(purpose, secret), purpose, deps.clock.now().toISOString());
}

/** Forgets secrets that have expired. */
export function sweepSecrets(deps: Deps): void {
  deps.stores.oneTime.removeExpired(deps.clock.now().toISOString());
}

/** A code is typed by people: case, dashes and letters that are misread don't count. */
function hashOf(purpose: SecretPurpose, secret: string): Uint8Array {
  return purpose === "device" ? hashCode(secret) : hashToken(secret);
}
