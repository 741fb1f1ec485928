import type { Passkey } from "#contract/passkeys.ts";

import { requireRow } from "./errors.ts";
import type { Query } from "./query.ts";

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
export function createOneTimeStore(query: Query) {
  const insert = query<{ purpose: string }>(
    `INSERT INTO one_time_secrets (hash, purpose, user_id, session_id, made_by, expires_at)
     VALUES ($hash, $purpose, $userId, $sessionId, $madeBy, $expiresAt) ON CONFLICT DO NOTHING RETURNING purpose`,
  );
  const find = query<{ userId: number }>(
    `SELECT user_id AS userId FROM one_time_secrets WHERE hash = $hash AND purpose = $purpose AND expires_at > $now`,
  );
  const consume = query<{ userId: number }>(
    `DELETE FROM one_time_secrets WHERE hash = $hash AND purpose = $purpose AND expires_at > $now
     RETURNING user_id AS userId`,
  );
  const removeAllOf = query(`DELETE FROM one_time_secrets WHERE user_id = $userId OR made_by = $userId`);
  const removeOf = query(`DELETE FROM one_time_secrets WHERE user_id = $userId AND purpose = $purpose`);
  const removeExpired = query(`DELETE FROM one_time_secrets WHERE expires_at <= $now`);
  const removeAll = query(`DELETE FROM one_time_secrets`);

  return {
    insert: (secret: OneTimeSecret) => insert.get(secret) !== null,
    find: (hash: Uint8Array, purpose: SecretPurpose, now: string) => find.get({ hash, purpose, now })?.userId ?? null,
    /** Uses it once, in one statement. @returns its owner, or null */
    consume: (hash: Uint8Array, purpose: SecretPurpose, now: string) =>
      consume.get({ hash, purpose, now })?.userId ?? null,
    removeAllOf: (userId: number) => void removeAllOf.run({ userId }),
    removeOf: (userId: number, purpose: SecretPurpose) => void removeOf.run({ userId, purpose }),
    removeExpired: (now: string) => void removeExpired.run({ now }),
    removeAll: () => void removeAll.run(),
  };
}

/** The setup code for the first admin; stored as SHA-256 only. */
export function createSetUpStore(query: Query) {
  const save = query(
    `INSERT INTO set_up (id, code_hash, expires_at) VALUES (1, $codeHash, $expiresAt)
     ON CONFLICT DO UPDATE SET code_hash = $codeHash, expires_at = $expiresAt`,
  );
  const isOpen = query<{ id: number }>(`SELECT id FROM set_up WHERE expires_at > $now`);
  const use = query<{ id: number }>(
    `DELETE FROM set_up WHERE code_hash = $codeHash AND expires_at > $now RETURNING id`,
  );
  const find = query<{ id: number }>(`SELECT id FROM set_up`);
  const remove = query(`DELETE FROM set_up WHERE id = 1`);

  return {
    save: (codeHash: Uint8Array, expiresAt: string) => void save.run({ codeHash, expiresAt }),
    isOpen: (now: string) => isOpen.get({ now }) !== null,
    /** One statement. @returns false for another code */
    use: (codeHash: Uint8Array, now: string) => use.get({ codeHash, now }) !== null,
    /** Doesn't write without a code, so that a start needn't wait for a lock. */
    remove: () => {
      if (find.get()) remove.run();
    },
  };
}

/** The key for signed links and challenges, which a migration created. */
export function createSigningKeyStore(query: Query) {
  const find = query<{ key: Uint8Array }>(`SELECT unsubscribe_key AS key FROM email_settings WHERE id = 1`);
  return {
    find: (): Uint8Array => requireRow(find.get()).key,
  };
}

/** Revokes a member's credentials, by table (BEYOND 9). `members/resets.test.ts` finds missing tables. */
export const REVOKED_TABLES = {
  // the count is part of signed links
  users: "UPDATE users SET resets = resets + 1 WHERE id = $userId",
  sessions: "DELETE FROM sessions WHERE user_id = $userId",
  known_devices: "DELETE FROM known_devices WHERE user_id = $userId",
  one_time_secrets: "DELETE FROM one_time_secrets WHERE user_id = $userId OR made_by = $userId",
  passkeys: "DELETE FROM passkeys WHERE user_id = $userId",
  feeds: "DELETE FROM feeds WHERE user_id = $userId",
  calendar_feeds: "DELETE FROM calendar_feeds WHERE user_id = $userId",
  invitations: "UPDATE invitations SET revoked_at = $now WHERE made_by = $userId AND revoked_at IS NULL",
} as const;

export function createSecretStore(query: Query) {
  const statements = Object.values(REVOKED_TABLES).map((sql) => query(sql));
  const findResets = query<{ resets: number }>(`SELECT resets FROM users WHERE id = $userId`);
  return {
    revokeAll: (userId: number, now: string) => {
      for (const statement of statements) statement.run({ userId, now });
    },
    countResets: (userId: number): number => findResets.get({ userId })?.resets ?? 0,
  };
}

type PasskeyRecord = {
  id: number;
  userId: number;
  credentialId: string;
  publicKey: Uint8Array<ArrayBuffer>;
  counter: number;
};

type NewPasskey = Omit<PasskeyRecord, "id"> & { name: string; createdAt: string };

export function createPasskeyStore(query: Query) {
  const list = query<Passkey>(
    `SELECT id, name, created_at AS createdAt, last_used_at AS lastUsedAt FROM passkeys WHERE user_id = $userId ORDER BY id`,
  );
  const listCredentials = query<{ credentialId: string }>(
    `SELECT credential_id AS credentialId FROM passkeys WHERE user_id = $userId`,
  );
  const find = query<PasskeyRecord>(
    `SELECT id, user_id AS userId, credential_id AS credentialId, public_key AS publicKey, counter
     FROM passkeys WHERE credential_id = $credentialId`,
  );
  const insert = query<{ id: number }>(
    `INSERT INTO passkeys (user_id, credential_id, public_key, counter, name, created_at)
     VALUES ($userId, $credentialId, $publicKey, $counter, $name, $createdAt) RETURNING id`,
  );
  const use = query<{ id: number }>(
    `UPDATE passkeys SET counter = $counter, last_used_at = $now
     WHERE id = $id AND ($counter > counter OR ($counter = 0 AND counter = 0)) RETURNING id`,
  );
  const remove = query<{ id: number }>(`DELETE FROM passkeys WHERE id = $id AND user_id = $userId RETURNING id`);

  return {
    list: (userId: number): Passkey[] => list.all({ userId }),
    listCredentials: (userId: number) => listCredentials.all({ userId }).map((row) => row.credentialId),
    find: (credentialId: string) => find.get({ credentialId }),
    /** @throws SQLITE_CONSTRAINT if the credential exists */
    insert: (passkey: NewPasskey): number => requireRow(insert.get(passkey)).id,
    /** @returns false if the counter didn't grow, for a copied passkey or a replay */
    use: (id: number, counter: number, now: string) => use.get({ id, counter, now }) !== null,
    remove: (id: number, userId: number) => remove.get({ id, userId }) !== null,
  };
}
