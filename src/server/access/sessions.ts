import { addDays } from "date-fns";

import type { User } from "#contract/users.ts";
import type { CachedSession } from "#db/sessions.ts";
import { hashToken, newToken } from "#server/adapters/secrets.ts";
import type { Deps } from "#server/deps.ts";

export const SESSION_IDLE_DAYS = 30;
const SESSION_ABSOLUTE_DAYS = 180;
const TOUCH_EVERY_HOURS = 1;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

export type Session = { id: number; user: User };

/** @returns the token for the cookie; only its hash is stored */
export function startSession(deps: Deps, userId: number, device: string): string {
  const token = newToken();
  deps.stores.sessions.insert(hashToken(token), userId, device, deps.clock.now().toISOString());
  return token;
}

/** Replaces the token, keeping the session's age. @returns the new one */
export function renewToken(deps: Deps, id: number): string {
  const token = newToken();
  deps.stores.sessions.replaceToken(id, hashToken(token));
  return token;
}

/** Null when expired or unknown. Records use about hourly. */
export function findSession(deps: Deps, token: string): Session | null {
  const now = deps.clock.now().getTime();
  const found = deps.stores.cachedSession(token, () => readSession(deps, token));
  if (!found) return null;
  const { session, seenMs, createdMs } = found;
  // a cached session can expire without a change in the database
  if (seenMs <= now - SESSION_IDLE_DAYS * DAY_MS || createdMs <= now - SESSION_ABSOLUTE_DAYS * DAY_MS) return null;
  if (seenMs < now - TOUCH_EVERY_HOURS * HOUR_MS) deps.stores.sessions.touch(session.id, new Date(now).toISOString());
  return session;
}

/** Two keyed look-ups, because joining costs ten times as much. */
function readSession(deps: Deps, token: string): CachedSession | null {
  const { seenAfter, createdAfter } = sessionLimits(deps.clock.now());
  const record = deps.stores.sessions.find(hashToken(token), seenAfter, createdAfter);
  const user = record && deps.stores.sessions.findUser(record.userId);
  if (!record || !user) return null;
  const [seenMs, createdMs] = [Date.parse(record.lastSeenAt), Date.parse(record.createdAt)];
  return { session: { id: record.id, user }, seenMs, createdMs };
}

export function endSession(deps: Deps, token: string): void {
  const user = deps.stores.sessions.removeByToken(hashToken(token));
  if (user !== null) deps.log.info("session ended", { user });
}

export function sweepSessions(deps: Deps): void {
  const { seenAfter, createdAfter } = sessionLimits(deps.clock.now());
  deps.stores.sessions.removeExpired(seenAfter, createdAfter);
}

export function sessionLimits(now: Date) {
  return {
    seenAfter: addDays(now, -SESSION_IDLE_DAYS).toISOString(),
    createdAfter: addDays(now, -SESSION_ABSOLUTE_DAYS).toISOString(),
  };
}
