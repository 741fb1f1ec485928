import type { Deps } from "#server/deps.ts";

import { forgetOtherDevices, rememberDevice } from "./devices.ts";

/** The session and the browser of who changes their password. */
type Here = { sessionId: number; deviceToken: string | null };

/**
 * Ends a member's other sessions and known browsers, codes and links, when they change their password, which makes this
 * browser known. Call it in that transaction.
 */
export function revokeOtherSessions(deps: Deps, userId: number, { sessionId, deviceToken }: Here): void {
  deps.stores.sessions.removeOthers(userId, sessionId);
  forgetOtherDevices(deps, userId, deviceToken);
  if (deviceToken !== null) rememberDevice(deps, userId, deviceToken);
  deps.stores.oneTime.forget(userId);
}

/** Ends everything the member holds, after a reset: someone else may have had the account (BEYOND 9). */
export function revokeAllCredentials({ stores, clock }: Deps, userId: number): void {
  stores.secrets.endAll(userId, clock.now().toISOString());
}
