import type { Database } from "bun:sqlite";

import { requireRow } from "./errors.ts";

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
