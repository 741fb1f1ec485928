import type { Database } from "bun:sqlite";

import type { Passkey } from "#contract/passkeys.ts";

import { requireRow } from "./errors.ts";

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

/** The one-time code of the printed link for the first admin; SHA-256 only. */
export function createSetUpStore(db: Database) {
  const save = db.query<never, { codeHash: Uint8Array; expiresAt: string }>(
    `INSERT INTO set_up (id, code_hash, expires_at) VALUES (1, $codeHash, $expiresAt)
     ON CONFLICT DO UPDATE SET code_hash = $codeHash, expires_at = $expiresAt`,
  );
  const isOpen = db.query<{ id: number }, { now: string }>(`SELECT id FROM set_up WHERE expires_at > $now`);
  const use = db.query<{ id: number }, { codeHash: Uint8Array; now: string }>(
    `DELETE FROM set_up WHERE code_hash = $codeHash AND expires_at > $now RETURNING id`,
  );
  const find = db.query<{ id: number }, []>(`SELECT id FROM set_up`);
  const remove = db.query<never, []>(`DELETE FROM set_up WHERE id = 1`);

  return {
    save: (codeHash: Uint8Array, expiresAt: string) => void save.run({ codeHash, expiresAt }),
    isOpen: (now: string) => isOpen.get({ now }) !== null,
    /** Uses the code in one statement. @returns false when it isn't the open one */
    use: (codeHash: Uint8Array, now: string) => use.get({ codeHash, now }) !== null,
    /** Writes only if there is a code, so that a start needn't wait for a lock. */
    remove: () => {
      if (find.get()) remove.run();
    },
  };
}

/** What the club signs its links and challenges with; made by the first migration that needed it, and never changed. */
export function createSigningKeyStore(db: Database) {
  const find = db.query<{ key: Uint8Array }, []>(`SELECT unsubscribe_key AS key FROM email_settings WHERE id = 1`);
  return {
    find: (): Uint8Array => requireRow(find.get()).key,
  };
}

/**
 * Ends everything that lets its holder act or read as a member, by table (BEYOND 9). Notifications end with their
 * session. A table with secrets that isn't here fails members/resets.test.ts.
 */
export const REVOKED_TABLES = {
  // answer links are signed with the count
  users: "UPDATE users SET resets = resets + 1 WHERE id = $userId",
  sessions: "DELETE FROM sessions WHERE user_id = $userId",
  known_devices: "DELETE FROM known_devices WHERE user_id = $userId",
  one_time_secrets: "DELETE FROM one_time_secrets WHERE user_id = $userId OR made_by = $userId",
  passkeys: "DELETE FROM passkeys WHERE user_id = $userId",
  feeds: "DELETE FROM feeds WHERE user_id = $userId",
  calendar_feeds: "DELETE FROM calendar_feeds WHERE user_id = $userId",
  invitations: "UPDATE invitations SET revoked_at = $now WHERE made_by = $userId AND revoked_at IS NULL",
} as const;

export function createSecretStore(db: Database) {
  const ends = Object.values(REVOKED_TABLES).map((sql) => db.query<never, { userId: number; now: string }>(sql));
  const findResets = db.query<{ resets: number }, { userId: number }>(`SELECT resets FROM users WHERE id = $userId`);
  return {
    endAll: (userId: number, now: string) => {
      for (const end of ends) end.run({ userId, now });
    },
    /** How often the member's password was reset. */
    resets: (userId: number): number => findResets.get({ userId })?.resets ?? 0,
  };
}

/** What verifying an assertion needs; never leaves the server. */
type PasskeyRecord = {
  id: number;
  userId: number;
  credentialId: string;
  publicKey: Uint8Array<ArrayBuffer>;
  counter: number;
};

type NewPasskey = Omit<PasskeyRecord, "id"> & { name: string; createdAt: string };

/** Public keys only. */
export function createPasskeyStore(db: Database) {
  const list = db.query<Passkey, { userId: number }>(
    `SELECT id, name, created_at AS createdAt, last_used_at AS lastUsedAt FROM passkeys WHERE user_id = $userId ORDER BY id`,
  );
  const credentials = db.query<{ credentialId: string }, { userId: number }>(
    `SELECT credential_id AS credentialId FROM passkeys WHERE user_id = $userId`,
  );
  const find = db.query<PasskeyRecord, { credentialId: string }>(
    `SELECT id, user_id AS userId, credential_id AS credentialId, public_key AS publicKey, counter
     FROM passkeys WHERE credential_id = $credentialId`,
  );
  const insert = db.query<{ id: number }, NewPasskey>(
    `INSERT INTO passkeys (user_id, credential_id, public_key, counter, name, created_at)
     VALUES ($userId, $credentialId, $publicKey, $counter, $name, $createdAt) RETURNING id`,
  );
  const use = db.query<{ id: number }, { id: number; counter: number; now: string }>(
    `UPDATE passkeys SET counter = $counter, last_used_at = $now
     WHERE id = $id AND ($counter > counter OR ($counter = 0 AND counter = 0)) RETURNING id`,
  );
  const remove = db.query<{ id: number }, { id: number; userId: number }>(
    `DELETE FROM passkeys WHERE id = $id AND user_id = $userId RETURNING id`,
  );

  return {
    list: (userId: number): Passkey[] => list.all({ userId }),
    credentialsOf: (userId: number) => credentials.all({ userId }).map((row) => row.credentialId),
    find: (credentialId: string) => find.get({ credentialId }),
    /** Throws SQLITE_CONSTRAINT when the credential exists. */
    insert: (passkey: NewPasskey): number => requireRow(insert.get(passkey)).id,
    /** @returns false when the counter didn't grow: a copied passkey or a replay */
    use: (id: number, counter: number, now: string) => use.get({ id, counter, now }) !== null,
    remove: (id: number, userId: number) => remove.get({ id, userId }) !== null,
  };
}
