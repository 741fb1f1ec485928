import type { SessionRow } from "#contract/profile.ts";
import type { User } from "#contract/users.ts";

import { type Query, rowOf } from "./query.ts";
import { createFindUser } from "./users.ts";

type SessionRecord = { id: number; user: User; createdAt: string; lastSeenAt: string };

/** Tokens are stored as SHA-256 only (DESIGN 3). */
export function createSessionStore(query: Query) {
  const { oneOrNull, all, valueOrNull, exists, run } = query;
  const findUser = createFindUser(query);

  return {
    /** Two lookups, because a join takes ten times as long. */
    find: (tokenHash: Uint8Array): SessionRecord | null => {
      const session = oneOrNull<{ id: number; userId: number; createdAt: string; lastSeenAt: string }>`
        SELECT id, user_id AS userId, created_at AS createdAt, last_seen_at AS lastSeenAt FROM sessions
        WHERE token_hash = ${tokenHash}`;
      const user = session && findUser(session.userId);
      return session && user && { id: session.id, user, createdAt: session.createdAt, lastSeenAt: session.lastSeenAt };
    },
    list: (userId: number, seenAfter: string, createdAfter: string) => all<Omit<SessionRow, "current">>`
      SELECT id, device, created_at AS createdAt, last_seen_at AS lastSeenAt FROM sessions
      WHERE user_id = ${userId} AND last_seen_at > ${seenAfter} AND created_at > ${createdAfter}
      ORDER BY last_seen_at DESC`,
    /** Deletes all but the newest `max`. */
    insert: (tokenHash: Uint8Array, userId: number, device: string, now: string, max: number) => {
      run`INSERT INTO sessions ${rowOf({ tokenHash, userId, device, createdAt: now, lastSeenAt: now })}`;
      run`
        DELETE FROM sessions WHERE user_id = ${userId} AND id NOT IN (
          SELECT id FROM sessions WHERE user_id = ${userId} ORDER BY last_seen_at DESC, id DESC LIMIT ${max})`;
    },
    touch: (id: number, now: string) => run`UPDATE sessions SET last_seen_at = ${now} WHERE id = ${id}`,
    replaceToken: (id: number, tokenHash: Uint8Array) => run`
      UPDATE sessions SET token_hash = ${tokenHash} WHERE id = ${id}`,
    deleteByToken: (tokenHash: Uint8Array): number | null => valueOrNull<number>`
      DELETE FROM sessions WHERE token_hash = ${tokenHash} RETURNING user_id AS userId`,
    delete: (id: number, userId: number) => exists`
      DELETE FROM sessions WHERE id = ${id} AND user_id = ${userId} RETURNING id`,
    /** Revokes all sessions of the user except `keep` (an id, or 0). */
    deleteOthers: (userId: number, ownId: number) => run`
      DELETE FROM sessions WHERE user_id = ${userId} AND id <> ${ownId}`,
    deleteAll: () => run`DELETE FROM sessions`,
    deleteExpired: (seenBefore: string, createdBefore: string) => run`
      DELETE FROM sessions WHERE last_seen_at <= ${seenBefore} OR created_at <= ${createdBefore}`,
  };
}

/** Browsers that a member has signed in from, which others' failed attempts don't delay (DESIGN 3). */
export function createDeviceStore({ exists, run }: Query) {
  return {
    has: (tokenHash: Uint8Array, userId: number) => exists`
      SELECT user_id AS userId FROM known_devices WHERE token_hash = ${tokenHash} AND user_id = ${userId}`,
    exists: (tokenHash: Uint8Array) => exists`
      SELECT user_id AS userId FROM known_devices WHERE token_hash = ${tokenHash} LIMIT 1`,
    save: (tokenHash: Uint8Array, userId: number, now: string, max: number) => {
      run`INSERT OR REPLACE INTO known_devices ${rowOf({ tokenHash, userId, seenAt: now })}`;
      run`
        DELETE FROM known_devices WHERE user_id = ${userId} AND token_hash NOT IN (
          SELECT token_hash FROM known_devices WHERE user_id = ${userId} 
          ORDER BY token_hash = ${tokenHash} DESC, seen_at DESC LIMIT ${max})`;
    },
    deleteOlder: (before: string) => run`DELETE FROM known_devices WHERE seen_at <= ${before}`,
    deleteAll: () => run`DELETE FROM known_devices`,
    deleteOthers: (userId: number, keep: Uint8Array) => run`
      DELETE FROM known_devices WHERE user_id = ${userId} AND token_hash <> ${keep}`,
  };
}
