import type { Database } from "bun:sqlite";

import type { Passkey } from "#contract/passkeys.ts";

import { requireRow } from "./errors.ts";

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
