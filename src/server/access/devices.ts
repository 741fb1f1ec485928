import { addDays } from "date-fns";

import { hashToken } from "#server/adapters/secrets.ts";
import type { Deps } from "#server/deps.ts";

import { type AttemptLimit, signInLimit } from "./attempts.ts";

/** Browsers keep cookies for at most this time. */
export const DEVICE_TTL_DAYS = 400;

/** The least recently used one is deleted. */
const DEVICES_PER_MEMBER_MAX = 20;

/**
 * Marks this browser as the member's, so that failures of strangers don't delay it. Only after a password or passkey
 * here,
 * because a session can be passed on.
 */
export function rememberDevice(deps: Deps, userId: number, deviceToken: string): void {
  deps.stores.devices.save(hashToken(deviceToken), userId, deps.clock.now().toISOString(), DEVICES_PER_MEMBER_MAX);
}

/** Deletes all browsers of the member but this one. */
export function deleteOtherDevices(deps: Deps, userId: number, deviceToken: string | null): void {
  deps.stores.devices.deleteOthers(userId, hashToken(deviceToken ?? ""));
}

/** Counts wrong passwords of all browsers and sessions of the member together, because more of both can be created. */
export function ownPasswordLimit(userId: number): AttemptLimit {
  return signInLimit({ member: userId });
}

/** In a browser that the member has used, failures of strangers don't count; null for any other browser. */
export function knownDeviceLimit(deps: Deps, userId: number | null, deviceToken: string | null): AttemptLimit | null {
  if (userId === null || deviceToken === null) return null;
  return deps.stores.devices.has(hashToken(deviceToken), userId) ? ownPasswordLimit(userId) : null;
}

export function sweepDevices(deps: Deps): void {
  deps.stores.devices.removeOlder(addDays(deps.clock.now(), -DEVICE_TTL_DAYS).toISOString());
}
