import { addDays } from "date-fns";

import { hashToken } from "#server/adapters/secrets.ts";
import type { Deps } from "#server/deps.ts";

import { type AttemptLimit, signInLimit } from "./attempts.ts";

export const DEVICE_TTL_DAYS = 400;

const DEVICES_PER_MEMBER_MAX = 20;

/** Failed sign-ins from elsewhere don't delay this browser. Only credentials prove it, because a session can be shared. */
export function rememberDevice(deps: Deps, userId: number, deviceToken: string): void {
  deps.stores.devices.save(hashToken(deviceToken), userId, deps.clock.now().toISOString(), DEVICES_PER_MEMBER_MAX);
}

export function deleteOtherDevices(deps: Deps, userId: number, deviceToken: string | null): void {
  deps.stores.devices.deleteOthers(userId, hashToken(deviceToken ?? ""));
}

/** Counts all browsers and sessions of the member together, because a client can get more of both. */
export function ownPasswordLimit(userId: number): AttemptLimit {
  return signInLimit({ member: userId });
}

export function knownDeviceLimit(deps: Deps, userId: number | null, deviceToken: string | null): AttemptLimit | null {
  if (userId === null || deviceToken === null) return null;
  return deps.stores.devices.has(hashToken(deviceToken), userId) ? ownPasswordLimit(userId) : null;
}

export function deleteExpiredDevices(deps: Deps): void {
  deps.stores.devices.deleteOlder(addDays(deps.clock.now(), -DEVICE_TTL_DAYS).toISOString());
}
