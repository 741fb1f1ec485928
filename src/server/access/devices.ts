import { addDays } from "date-fns";

import { hashToken } from "#server/adapters/secrets.ts";
import type { Deps } from "#server/deps.ts";

import { type AttemptLimit, signInLimit } from "./attempts.ts";

/** Browsers keep no cookie longer. */
export const DEVICE_DAYS = 400;

/** Marks this browser as the member's, so that other people's guesses never delay it. */
export function rememberDevice(deps: Deps, userId: number, deviceToken: string): void {
  deps.stores.devices.save(hashToken(deviceToken), userId, deps.clock.now().toISOString());
}

/** From a browser the member has used before, only its own failures count; null for any other. */
export function knownDeviceLimit(deps: Deps, userId: number | null, deviceToken: string | null): AttemptLimit | null {
  if (userId === null || deviceToken === null) return null;
  const hash = hashToken(deviceToken);
  if (!deps.stores.devices.knows(hash, userId)) return null;
  return signInLimit(`device:${Buffer.from(hash).toString("hex")}:${userId}`);
}

/** Deletes browsers whose cookie has expired. */
export function sweepDevices(deps: Deps): void {
  deps.stores.devices.removeOlder(addDays(deps.clock.now(), -DEVICE_DAYS).toISOString());
}
