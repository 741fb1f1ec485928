import { addDays, subHours } from "date-fns";

import { SESSION_IDLE_DAYS } from "#contract/limits.ts";
import type { User } from "#contract/users.ts";
import { hashToken, newToken } from "#server/adapters/secrets.ts";
import type { Deps } from "#server/deps.ts";

import { writeBestEffort } from "./best-effort-write.ts";
import { deleteOtherDevices, rememberDevice } from "./devices.ts";

const SESSIONS_PER_MEMBER_MAX = 50;
const SESSION_ABSOLUTE_DAYS = 180;
const SESSION_TOUCH_INTERVAL_HOURS = 1;

type Session = { id: number; user: User; lastSeenAt: string };

/** @returns the token for the cookie; only its hash is stored */
export function startSession(deps: Deps, userId: number, device: string): string {
  const token = newToken();
  deps.stores.sessions.insert(
    hashToken(token),
    userId,
    device,
    deps.clock.now().toISOString(),
    SESSIONS_PER_MEMBER_MAX,
  );
  return token;
}

export function renewToken(deps: Deps, id: number): string {
  const token = newToken();
  deps.stores.sessions.replaceToken(id, hashToken(token));
  return token;
}

export function findSession(deps: Deps, token: string): Session | null {
  const { seenAfter, createdAfter } = getSessionCutoffs(deps.clock.now());
  const session = deps.stores.sessions.find(hashToken(token));
  return session && session.lastSeenAt > seenAfter && session.createdAt > createdAfter ? session : null;
}

export function touchSession(deps: Deps, { id, lastSeenAt }: Session): void {
  const now = deps.clock.now();
  if (lastSeenAt >= subHours(now, SESSION_TOUCH_INTERVAL_HOURS).toISOString()) return;
  writeBestEffort(deps, () => deps.stores.sessions.touch(id, now.toISOString()));
}

export function endSession(deps: Deps, token: string): void {
  const user = deps.stores.sessions.deleteByToken(hashToken(token));
  if (user !== null) deps.log.info("session ended", { user });
}

export function deleteExpiredSessions(deps: Deps): void {
  const { seenAfter, createdAfter } = getSessionCutoffs(deps.clock.now());
  deps.stores.sessions.deleteExpired(seenAfter, createdAfter);
}

export function getSessionCutoffs(now: Date) {
  return {
    seenAfter: addDays(now, -SESSION_IDLE_DAYS).toISOString(),
    createdAfter: addDays(now, -SESSION_ABSOLUTE_DAYS).toISOString(),
  };
}

type CurrentBrowser = { sessionId: number; deviceToken: string | null };

/** For a new password, which makes this browser a known device. Call it in the transaction that stores it. */
export function revokeOtherSessions(deps: Deps, userId: number, { sessionId, deviceToken }: CurrentBrowser): void {
  deps.stores.sessions.deleteOthers(userId, sessionId);
  deleteOtherDevices(deps, userId, deviceToken);
  if (deviceToken !== null) rememberDevice(deps, userId, deviceToken);
  deps.stores.oneTimeSecrets.deleteAllOf(userId);
}

/** For a reset, because someone else may have had the account (BEYOND 9). */
export function revokeAllCredentials({ stores, clock }: Deps, userId: number): void {
  stores.secrets.revokeAll(userId, clock.now().toISOString());
}
