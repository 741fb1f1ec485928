import type { Deps } from "#server/deps.ts";

/**
 * Ends a member's sessions, known browsers, codes and links. Call it in the transaction that is the reason.
 * @param keep the session of the caller, who stays signed in; 0 for none
 */
export function endSessionsAndCodes({ stores }: Deps, userId: number, keep = 0): void {
  stores.sessions.removeOthers(userId, keep);
  stores.devices.forget(userId);
  stores.oneTime.forget(userId);
}
