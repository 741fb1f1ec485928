import type { Query } from "./query.ts";

const TABLES_WITH_SEND_KEYS = ["bookmarks", "note_replies", "notes", "posts", "wines"] as const;
export type IdempotentTable = (typeof TABLES_WITH_SEND_KEYS)[number];

export type IdempotencyKey = { noun: IdempotentTable; userId: number; sendKey: string };

/** Rows that were created with an idempotency key. */
export function createIdempotencyKeyStore(query: Query) {
  const rows = TABLES_WITH_SEND_KEYS.map(
    (noun) => `SELECT id, '${noun}' AS noun FROM ${noun} WHERE user_id = $userId AND send_key = $sendKey`,
  );
  const find = query<{ id: number }>(`SELECT id FROM (${rows.join(" UNION ALL ")}) WHERE noun = $noun`);
  const findDeleted = query<{ noun: string }>(
    `SELECT noun FROM deleted_sends WHERE user_id = $userId AND noun = $noun AND send_key = $sendKey`,
  );
  return {
    find: (send: IdempotencyKey): number | null => find.get(send)?.id ?? null,
    isDeleted: (send: IdempotencyKey): boolean => findDeleted.get(send) !== null,
  };
}
