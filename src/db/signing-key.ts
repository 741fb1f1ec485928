import type { Database } from "bun:sqlite";

import { requireRow } from "./require-row.ts";

/** What the club signs its links and challenges with; made by the first migration that needed it, and never changed. */
export function createSigningKeyStore(db: Database) {
  const find = db.query<{ key: Uint8Array }, []>(`SELECT unsubscribe_key AS key FROM email_settings WHERE id = 1`);
  return {
    find: (): Uint8Array => requireRow(find.get()).key,
  };
}
