import { addDays } from "date-fns";

import { hashToken } from "#server/adapters/secrets.ts";
import type { Deps } from "#server/deps.ts";

/** A browser is remembered this long after its last sign-in, by its cookie and here: no browser keeps a cookie longer. */
export const DEVICE_DAYS = 400;

/** Remembers the browser of a member who signed in, so that outsiders' guesses never delay it. */
export function rememberDevice(deps: Deps, userId: number, deviceToken: string): void {
  deps.stores.devices.save(hashToken(deviceToken), userId, deps.clock.now().toISOString());
}

/** Forgets browsers whose cookie has ended. */
export function sweepDevices(deps: Deps): void {
  deps.stores.devices.removeOlder(addDays(deps.clock.now(), -DEVICE_DAYS).toISOString());
}
