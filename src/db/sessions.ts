import type { Database } from "bun:sqlite";

import type { User } from "#contract/users.ts";

import { createFindUser } from "./users.ts";

/** With its member. */
type SessionRecord = { id: number; user: User; createdAt: string; lastSeenAt: string };

/** Tokens are stored as SHA-256 only (DESIGN 3), so nobody else hashes them. */
export function createSessionStore(db: Database) {
  const findUser = createFindUser(db);
  const find = db.query<
    { id: number; userId: number; createdAt: string; lastSeenAt: string },
    { tokenHash: Uint8Array }
  >(
    `SELECT id, user_id AS userId, created_at AS createdAt, last_seen_at AS lastSeenAt FROM sessions
     WHERE token_hash = $tokenHash`,
  );
  const list = db.query<
    { id: number; device: string; createdAt: string; lastSeenAt: string },
    { userId: number; seenAfter: string; createdAfter: string }
  >(
    `SELECT id, device, created_at AS createdAt, last_seen_at AS lastSeenAt FROM sessions
     WHERE user_id = $userId AND last_seen_at > $seenAfter AND created_at > $createdAfter
     ORDER BY last_seen_at DESC`,
  );
  const insert = db.query<never, { tokenHash: Uint8Array; userId: number; device: string; now: string }>(
    `INSERT INTO sessions (token_hash, user_id, device, created_at, last_seen_at)
     VALUES ($tokenHash, $userId, $device, $now, $now)`,
  );
  const removeLeastRecent = db.query<never, { userId: number; kept: number }>(
    `DELETE FROM sessions WHERE user_id = $userId AND id NOT IN (
       SELECT id FROM sessions WHERE user_id = $userId ORDER BY last_seen_at DESC, id DESC LIMIT $kept)`,
  );
  const touch = db.query<never, { id: number; now: string }>(`UPDATE sessions SET last_seen_at = $now WHERE id = $id`);
  const replaceToken = db.query<never, { id: number; tokenHash: Uint8Array }>(
    `UPDATE sessions SET token_hash = $tokenHash WHERE id = $id`,
  );
  const removeByToken = db.query<{ userId: number }, { tokenHash: Uint8Array }>(
    `DELETE FROM sessions WHERE token_hash = $tokenHash RETURNING user_id AS userId`,
  );
  const remove = db.query<{ id: number }, { id: number; userId: number }>(
    `DELETE FROM sessions WHERE id = $id AND user_id = $userId RETURNING id`,
  );
  const removeOthers = db.query<never, { userId: number; keep: number }>(
    `DELETE FROM sessions WHERE user_id = $userId AND id <> $keep`,
  );
  const removeAll = db.query<never, []>(`DELETE FROM sessions`);
  const removeExpired = db.query<never, { seenBefore: string; createdBefore: string }>(
    `DELETE FROM sessions WHERE last_seen_at <= $seenBefore OR created_at <= $createdBefore`,
  );

  return {
    /** Two keyed look-ups, because joining costs ten times as much. */
    find: (token: string): SessionRecord | null => {
      const found = find.get({ tokenHash: hash(token) });
      const user = found && findUser(found.userId);
      return found && user && { id: found.id, user, createdAt: found.createdAt, lastSeenAt: found.lastSeenAt };
    },
    list: (userId: number, seenAfter: string, createdAfter: string) => list.all({ userId, seenAfter, createdAfter }),
    /** Keeps so many of the member's. */
    insert: (token: string, userId: number, device: string, now: string, kept: number) => {
      insert.run({ tokenHash: hash(token), userId, device, now });
      removeLeastRecent.run({ userId, kept });
    },
    touch: (id: number, now: string) => void touch.run({ id, now }),
    replaceToken: (id: number, token: string) => void replaceToken.run({ id, tokenHash: hash(token) }),
    removeByToken: (token: string): number | null => removeByToken.get({ tokenHash: hash(token) })?.userId ?? null,
    remove: (id: number, userId: number) => remove.get({ id, userId }) !== null,
    /** Ends all of the user's sessions but `keep`; 0 ends all. */
    removeOthers: (userId: number, keep: number) => void removeOthers.run({ userId, keep }),
    removeAll: () => void removeAll.run(),
    removeExpired: (seenBefore: string, createdBefore: string) => void removeExpired.run({ seenBefore, createdBefore }),
  };
}

function hash(token: string): Uint8Array {
  return new Bun.CryptoHasher("sha256").update(token).digest();
}

/** Browsers that a member has signed in from. Other people's guesses never delay them (DESIGN 3). */
export function createDeviceStore(db: Database) {
  const find = db.query<{ userId: number }, { tokenHash: Uint8Array; userId: number }>(
    `SELECT user_id AS userId FROM known_devices WHERE token_hash = $tokenHash AND user_id = $userId`,
  );
  const findAny = db.query<{ userId: number }, { tokenHash: Uint8Array }>(
    `SELECT user_id AS userId FROM known_devices WHERE token_hash = $tokenHash LIMIT 1`,
  );
  const save = db.query<never, { tokenHash: Uint8Array; userId: number; now: string }>(
    `INSERT INTO known_devices (token_hash, user_id, seen_at) VALUES ($tokenHash, $userId, $now)
     ON CONFLICT DO UPDATE SET seen_at = $now`,
  );
  const removeLeastRecent = db.query<never, { userId: number; tokenHash: Uint8Array; kept: number }>(
    `DELETE FROM known_devices WHERE user_id = $userId AND token_hash NOT IN (
       SELECT token_hash FROM known_devices WHERE user_id = $userId 
       ORDER BY token_hash = $tokenHash DESC, seen_at DESC LIMIT $kept)`,
  );
  const removeOlder = db.query<never, { before: string }>(`DELETE FROM known_devices WHERE seen_at <= $before`);
  const deleteOthers = db.query<never, { userId: number; keep: Uint8Array }>(
    `DELETE FROM known_devices WHERE user_id = $userId AND token_hash <> $keep`,
  );
  const forgetAll = db.query<never, []>(`DELETE FROM known_devices`);

  return {
    has: (tokenHash: Uint8Array, userId: number) => find.get({ tokenHash, userId }) !== null,
    isAnybodys: (tokenHash: Uint8Array) => findAny.get({ tokenHash }) !== null,
    /** Keeps so many of the member's. */
    save: (tokenHash: Uint8Array, userId: number, now: string, kept: number) => {
      save.run({ tokenHash, userId, now });
      removeLeastRecent.run({ userId, tokenHash, kept });
    },
    removeOlder: (before: string) => void removeOlder.run({ before }),
    forgetAll: () => void forgetAll.run(),
    deleteOthers: (userId: number, keep: Uint8Array) => void deleteOthers.run({ userId, keep }),
  };
}
