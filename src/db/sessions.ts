import type { User } from "#contract/users.ts";

import type { Query } from "./query.ts";
import { createFindUser } from "./users.ts";

type SessionRecord = { id: number; user: User; createdAt: string; lastSeenAt: string };

/** Tokens are stored as SHA-256 only (DESIGN 3). */
export function createSessionStore(query: Query) {
  const findUser = createFindUser(query);
  const find = query<{ id: number; userId: number; createdAt: string; lastSeenAt: string }>(
    `SELECT id, user_id AS userId, created_at AS createdAt, last_seen_at AS lastSeenAt FROM sessions
     WHERE token_hash = $tokenHash`,
  );
  const list = query<{ id: number; device: string; createdAt: string; lastSeenAt: string }>(
    `SELECT id, device, created_at AS createdAt, last_seen_at AS lastSeenAt FROM sessions
     WHERE user_id = $userId AND last_seen_at > $seenAfter AND created_at > $createdAfter
     ORDER BY last_seen_at DESC`,
  );
  const insert = query(
    `INSERT INTO sessions (token_hash, user_id, device, created_at, last_seen_at)
     VALUES ($tokenHash, $userId, $device, $now, $now)`,
  );
  const removeLeastRecent = query(
    `DELETE FROM sessions WHERE user_id = $userId AND id NOT IN (
       SELECT id FROM sessions WHERE user_id = $userId ORDER BY last_seen_at DESC, id DESC LIMIT $max)`,
  );
  const touch = query(`UPDATE sessions SET last_seen_at = $now WHERE id = $id`);
  const replaceToken = query(`UPDATE sessions SET token_hash = $tokenHash WHERE id = $id`);
  const removeByToken = query<{ userId: number }>(
    `DELETE FROM sessions WHERE token_hash = $tokenHash RETURNING user_id AS userId`,
  );
  const remove = query<{ id: number }>(`DELETE FROM sessions WHERE id = $id AND user_id = $userId RETURNING id`);
  const removeOthers = query(`DELETE FROM sessions WHERE user_id = $userId AND id <> $keep`);
  const removeAll = query(`DELETE FROM sessions`);
  const removeExpired = query(`DELETE FROM sessions WHERE last_seen_at <= $seenBefore OR created_at <= $createdBefore`);

  return {
    /** Two lookups, because a join takes ten times as long. */
    find: (tokenHash: Uint8Array): SessionRecord | null => {
      const found = find.get({ tokenHash });
      const user = found && findUser(found.userId);
      return found && user && { id: found.id, user, createdAt: found.createdAt, lastSeenAt: found.lastSeenAt };
    },
    list: (userId: number, seenAfter: string, createdAfter: string) => list.all({ userId, seenAfter, createdAfter }),
    /** Deletes all but the newest `max`. */
    insert: (tokenHash: Uint8Array, userId: number, device: string, now: string, max: number) => {
      insert.run({ tokenHash, userId, device, now });
      removeLeastRecent.run({ userId, max });
    },
    touch: (id: number, now: string) => void touch.run({ id, now }),
    replaceToken: (id: number, tokenHash: Uint8Array) => void replaceToken.run({ id, tokenHash }),
    removeByToken: (tokenHash: Uint8Array): number | null => removeByToken.get({ tokenHash })?.userId ?? null,
    remove: (id: number, userId: number) => remove.get({ id, userId }) !== null,
    /** Revokes all sessions of the user except `keep` (an id, or 0). */
    removeOthers: (userId: number, keep: number) => void removeOthers.run({ userId, keep }),
    removeAll: () => void removeAll.run(),
    removeExpired: (seenBefore: string, createdBefore: string) => void removeExpired.run({ seenBefore, createdBefore }),
  };
}

/** Browsers that a member has signed in from, which others' failed attempts don't delay (DESIGN 3). */
export function createDeviceStore(query: Query) {
  const find = query<{ userId: number }>(
    `SELECT user_id AS userId FROM known_devices WHERE token_hash = $tokenHash AND user_id = $userId`,
  );
  const findAny = query<{ userId: number }>(
    `SELECT user_id AS userId FROM known_devices WHERE token_hash = $tokenHash LIMIT 1`,
  );
  const save = query(
    `INSERT INTO known_devices (token_hash, user_id, seen_at) VALUES ($tokenHash, $userId, $now)
     ON CONFLICT DO UPDATE SET seen_at = $now`,
  );
  const removeLeastRecent = query(
    `DELETE FROM known_devices WHERE user_id = $userId AND token_hash NOT IN (
       SELECT token_hash FROM known_devices WHERE user_id = $userId 
       ORDER BY token_hash = $tokenHash DESC, seen_at DESC LIMIT $max)`,
  );
  const removeOlder = query(`DELETE FROM known_devices WHERE seen_at <= $before`);
  const deleteOthers = query(`DELETE FROM known_devices WHERE user_id = $userId AND token_hash <> $keep`);
  const removeAll = query(`DELETE FROM known_devices`);

  return {
    has: (tokenHash: Uint8Array, userId: number) => find.get({ tokenHash, userId }) !== null,
    exists: (tokenHash: Uint8Array) => findAny.get({ tokenHash }) !== null,
    save: (tokenHash: Uint8Array, userId: number, now: string, max: number) => {
      save.run({ tokenHash, userId, now });
      removeLeastRecent.run({ userId, tokenHash, max });
    },
    removeOlder: (before: string) => void removeOlder.run({ before }),
    removeAll: () => void removeAll.run(),
    deleteOthers: (userId: number, keep: Uint8Array) => void deleteOthers.run({ userId, keep }),
  };
}
