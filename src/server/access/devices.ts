import { addDays } from "date-fns";

import { hashToken } from "#server/adapters/secrets.ts";
import type { Deps } from "#server/deps.ts";

import { type AttemptLimit, signInLimit } from "./attempts.ts";

/** Browsers keep no cookie longer. */
export const DEVICE_TTL_DAYS = 400;

/** Of one member; the one used least recently is forgotten. */
const DEVICES_PER_MEMBER_MAX = 20;

/**
 * Marks this browser as the member's, so that other people's guesses never delay it. Only for someone who has shown a
 * password or passkey here: a session can pass itself on.
 */
export function rememberDevice(deps: Deps, userId: number, deviceToken: string): void {
  deps.stores.devices.save(hashToken(deviceToken), userId, deps.clock.now().toISOString(), DEVICES_PER_MEMBER_MAX);
}

/** Forgets all browsers of the member but this one. */
export function deleteOtherDevices(deps: Deps, userId: number, deviceToken: string | null): void {
  deps.stores.devices.deleteOthers(userId, hashToken(deviceToken ?? ""));
}

/** Wrong passwords from any browser or session of the member, all in one: they could make more of either. */
export function ownPasswordLimit(userId: number): AttemptLimit {
  return signInLimit({ member: userId });
}

/** From a browser the member has used before, strangers' failures don't count; null for any other. */
export function knownDeviceLimit(deps: Deps, userId: number | null, deviceToken: string | null): AttemptLimit | null {
  if (userId === null || deviceToken === null) return null;
  return deps.stores.devices.has(hashToken(deviceToken), userId) ? ownPasswordLimit(userId) : null;
}

/** Deletes browsers whose cookie has expired. */
export function sweepDevices(deps: Deps): void {
  deps.stores.devices.removeOlder(addDays(deps.clock.now(), -DEVICE_TTL_DAYS).toISOString());
}
