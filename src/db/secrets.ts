import type { Passkey } from "#contract/passkeys.ts";

import { type Query, rowOf } from "./query.ts";

export type SecretPurpose = "reset" | "device" | "ereader" | "used-challenge";

export type SecretOwner = { userId: number; sessionId?: number | undefined; madeBy?: number | undefined };

type OneTimeSecret = { hash: Uint8Array; purpose: SecretPurpose; expiresAt: string } & Partial<SecretOwner>;

export function createSecretStore({ sql, valueOrNull, run }: Query) {
  /** Revokes a member's credentials, by table (BEYOND 9). `members/resets.test.ts` finds missing tables. */
  const revocations = (userId: number, now: string) => ({
    // the count is part of signed links
    users: sql`UPDATE users SET resets = resets + 1 WHERE id = ${userId}`,
    sessions: sql`DELETE FROM sessions WHERE user_id = ${userId}`,
    known_devices: sql`DELETE FROM known_devices WHERE user_id = ${userId}`,
    one_time_secrets: sql`DELETE FROM one_time_secrets WHERE user_id = ${userId} OR made_by = ${userId}`,
    passkeys: sql`DELETE FROM passkeys WHERE user_id = ${userId}`,
    feeds: sql`DELETE FROM feeds WHERE user_id = ${userId}`,
    calendar_feeds: sql`DELETE FROM calendar_feeds WHERE user_id = ${userId}`,
    invitations: sql`
      UPDATE invitations SET revoked_at = ${now} WHERE made_by = ${userId} AND revoked_at IS NULL`,
  });
  return {
    revocations,
    revokeAll: (userId: number, now: string) => {
      for (const statement of Object.values(revocations(userId, now))) run`${statement}`;
    },
    countResets: (userId: number) => valueOrNull<number>`SELECT resets FROM users WHERE id = ${userId}` ?? 0,
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

export const createCredentialStores = ({ one, valueOrNull, exists, run, value, oneOrNull, all, column }: Query) => ({
  /** Stored as SHA-256 only. */
  oneTimeSecrets: {
    insert: (secret: OneTimeSecret) => exists`
      INSERT INTO one_time_secrets ${rowOf(secret)} ON CONFLICT DO NOTHING RETURNING purpose`,
    find: (hash: Uint8Array, purpose: SecretPurpose, now: string) => valueOrNull<number>`
      SELECT user_id AS userId FROM one_time_secrets
      WHERE hash = ${hash} AND purpose = ${purpose} AND expires_at > ${now}`,
    /** Uses it once, in one statement. @returns its owner, or null */
    consume: (hash: Uint8Array, purpose: SecretPurpose, now: string) => valueOrNull<number>`
      DELETE FROM one_time_secrets WHERE hash = ${hash} AND purpose = ${purpose} AND expires_at > ${now}
      RETURNING user_id AS userId`,
    deleteAllOf: (userId: number) => run`
      DELETE FROM one_time_secrets WHERE user_id = ${userId} OR made_by = ${userId}`,
    deleteOf: (userId: number, purpose: SecretPurpose) => run`
      DELETE FROM one_time_secrets WHERE user_id = ${userId} AND purpose = ${purpose}`,
    deleteExpired: (now: string) => run`DELETE FROM one_time_secrets WHERE expires_at <= ${now}`,
    deleteAll: () => run`DELETE FROM one_time_secrets`,
  },
  /** The setup code for the first admin; stored as SHA-256 only. */
  setUp: {
    save: (codeHash: Uint8Array, expiresAt: string) => run`
      INSERT OR REPLACE INTO set_up (id, code_hash, expires_at) VALUES (1, ${codeHash}, ${expiresAt})`,
    isOpen: (now: string) => exists`SELECT id FROM set_up WHERE expires_at > ${now}`,
    /** One statement. @returns false for another code */
    use: (codeHash: Uint8Array, now: string) => exists`
      DELETE FROM set_up WHERE code_hash = ${codeHash} AND expires_at > ${now} RETURNING id`,
    /** Doesn't write without a code, so that a start needn't wait for a lock. */
    delete: () => {
      if (exists`SELECT id FROM set_up`) run`DELETE FROM set_up WHERE id = 1`;
    },
  },
  /** The key for signed links and challenges, which a migration created. */
  signingKey: {
    find: (): Uint8Array => value<Uint8Array>`SELECT unsubscribe_key AS key FROM email_settings WHERE id = 1`,
  },
  passkeys: {
    list: (userId: number): Passkey[] => all<Passkey>`
      SELECT id, name, created_at AS createdAt, last_used_at AS lastUsedAt FROM passkeys WHERE user_id = ${userId}
      ORDER BY id`,
    listCredentials: (userId: number) => column<string>`
      SELECT credential_id AS credentialId FROM passkeys WHERE user_id = ${userId}`,
    find: (credentialId: string) => oneOrNull<PasskeyRecord>`
      SELECT id, user_id AS userId, credential_id AS credentialId, public_key AS publicKey, counter
      FROM passkeys WHERE credential_id = ${credentialId}`,
    /** @throws SQLITE_CONSTRAINT if the credential exists */
    insert: (passkey: NewPasskey): Passkey => one<Passkey>`
      INSERT INTO passkeys ${rowOf(passkey)}
      RETURNING id, name, created_at AS createdAt, last_used_at AS lastUsedAt`,
    /** @returns false if the counter didn't grow, for a copied passkey or a replay */
    use: (id: number, counter: number, now: string) => exists`
      UPDATE passkeys SET counter = ${counter}, last_used_at = ${now}
      WHERE id = ${id} AND (${counter} > counter OR (${counter} = 0 AND counter = 0)) RETURNING id`,
    delete: (id: number, userId: number) => exists`
      DELETE FROM passkeys WHERE id = ${id} AND user_id = ${userId} RETURNING id`,
  },
});
