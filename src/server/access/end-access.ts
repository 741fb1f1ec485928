import type { Deps } from "#server/deps.ts";

/**
 * Ends a member's sessions, known browsers, codes and links, when they change their password. Call it in that
 * transaction. @param keep the session of the caller, who stays signed in
 */
export function endSessionsAndCodes({ stores }: Deps, userId: number, keep: number): void {
  stores.sessions.removeOthers(userId, keep);
  stores.devices.forget(userId);
  stores.oneTime.forget(userId);
}

/** Ends everything the member holds, after a reset: someone else may have had the account (BEYOND 9). */
export function endAllAccess({ stores, clock }: Deps, userId: number): void {
  stores.secrets.endAll(userId, clock.now().toISOString());
}
