import type { Database } from "bun:sqlite";

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
