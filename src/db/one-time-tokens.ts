import type { Database } from "bun:sqlite";

/** A secret of one purpose never works for another. */
export type SecretPurpose = "reset" | "device" | "ereader" | "used-challenge";

type OneTimeSecret = {
  hash: Uint8Array;
  purpose: SecretPurpose;
  userId: number | null;
  sessionId: number | null;
  madeBy: number | null;
  expiresAt: string;
};

/** Stored as SHA-256 only. */
export function createOneTimeStore(db: Database) {
  const insert = db.query<{ purpose: string }, OneTimeSecret>(
    `INSERT INTO one_time_secrets (hash, purpose, user_id, session_id, made_by, expires_at)
     VALUES ($hash, $purpose, $userId, $sessionId, $madeBy, $expiresAt) ON CONFLICT DO NOTHING RETURNING purpose`,
  );
  const find = db.query<{ userId: number }, { hash: Uint8Array; purpose: SecretPurpose; now: string }>(
    `SELECT user_id AS userId FROM one_time_secrets WHERE hash = $hash AND purpose = $purpose AND expires_at > $now`,
  );
  const take = db.query<{ userId: number }, { hash: Uint8Array; purpose: SecretPurpose; now: string }>(
    `DELETE FROM one_time_secrets WHERE hash = $hash AND purpose = $purpose AND expires_at > $now
     RETURNING user_id AS userId`,
  );
  const forget = db.query<never, { userId: number }>(
    `DELETE FROM one_time_secrets WHERE user_id = $userId OR made_by = $userId`,
  );
  const end = db.query<never, { userId: number; purpose: SecretPurpose }>(
    `DELETE FROM one_time_secrets WHERE user_id = $userId AND purpose = $purpose`,
  );
  const removeExpired = db.query<never, { now: string }>(`DELETE FROM one_time_secrets WHERE expires_at <= $now`);
  const removeAll = db.query<never, []>(`DELETE FROM one_time_secrets`);

  return {
    insert: (secret: OneTimeSecret) => insert.get(secret) !== null,
    find: (hash: Uint8Array, purpose: SecretPurpose, now: string) => find.get({ hash, purpose, now })?.userId ?? null,
    /** Uses it up in one statement. @returns its owner, or null */
    take: (hash: Uint8Array, purpose: SecretPurpose, now: string) => take.get({ hash, purpose, now })?.userId ?? null,
    forget: (userId: number) => void forget.run({ userId }),
    end: (userId: number, purpose: SecretPurpose) => void end.run({ userId, purpose }),
    removeExpired: (now: string) => void removeExpired.run({ now }),
    removeAll: () => void removeAll.run(),
  };
}
