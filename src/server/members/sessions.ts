import { addDays } from "date-fns";

import type { User } from "#contract/users.ts";
import type { CachedSession } from "#db/sessions.ts";
import { hashToken, newToken } from "#server/adapters/secrets.ts";
import type { Deps } from "#server/deps.ts";

/** A session ends this long after it was last used (DESIGN 3). */
export const SESSION_IDLE_DAYS = 30;
/** A session ends this long after sign-in, however much it is used (DESIGN 3). */
export const SESSION_ABSOLUTE_DAYS = 180;
/** A session's last use is written at most this often: a write for each call would be waste. */
const TOUCH_EVERY_HOURS = 1;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** A live session with its user: what the guards hand to the routes. */
export type Session = { id: number; user: User };

/** Starts a session. @returns the token for the cookie; the database keeps its hash only */
export function startSession(deps: Deps, userId: number, device: string): string {
  const token = newToken();
  deps.stores.sessions.insert(hashToken(token), userId, device, deps.clock.now().toISOString());
  return token;
}

/** Gives a session another token, as old as it is. @returns it for the cookie; the former one is nobody's from now on */
export function renewToken(deps: Deps, id: number): string {
  const token = newToken();
  deps.stores.sessions.replaceToken(id, hashToken(token));
  return token;
}

/** The live session of a token, or null. Notes about once an hour that it is in use. */
export function findSession(deps: Deps, token: string): Session | null {
  const now = deps.clock.now().getTime();
  const found = deps.stores.cachedSession(token, () => readSession(deps, token));
  if (!found) return null;
  const { session, seenMs, createdMs } = found;
  // a cached session can expire without any change in the database
  if (seenMs <= now - SESSION_IDLE_DAYS * DAY_MS || createdMs <= now - SESSION_ABSOLUTE_DAYS * DAY_MS) return null;
  if (seenMs < now - TOUCH_EVERY_HOURS * HOUR_MS) deps.stores.sessions.touch(session.id, new Date(now).toISOString());
  return session;
}

/** Two look-ups by key, because the join of them costs ten times as much. */
function readSession(deps: Deps, token: string): CachedSession | null {
  const { seenAfter, createdAfter } = sessionLimits(deps.clock.now());
  const record = deps.stores.sessions.find(hashToken(token), seenAfter, createdAfter);
  const user = record && deps.stores.users.find(record.userId);
  if (!record || !user) return null;
  const [seenMs, createdMs] = [Date.parse(record.lastSeenAt), Date.parse(record.createdAt)];
  return { session: { id: record.id, user }, seenMs, createdMs };
}

/** Ends the session of a token; an unknown token is no error. */
export function endSession(deps: Deps, token: string): void {
  const user = deps.stores.sessions.removeByToken(hashToken(token));
  if (user !== null) deps.log.info("session ended", { user });
}

/** Forgets sessions that can no longer be used. */
export function sweepSessions(deps: Deps): void {
  const { seenAfter, createdAfter } = sessionLimits(deps.clock.now());
  deps.stores.sessions.removeExpired(seenAfter, createdAfter);
}

/** Which sessions are alive: seen and made after these times. */
export function sessionLimits(now: Date) {
  return {
    seenAfter: addDays(now, -SESSION_IDLE_DAYS).toISOString(),
    createdAfter: addDays(now, -SESSION_ABSOLUTE_DAYS).toISOString(),
  };
}
