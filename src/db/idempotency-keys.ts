import type { Query } from "./query.ts";

/** Tables of what pages make with a key of their own. */
const TABLES_WITH_SEND_KEYS = ["bookmarks", "note_replies", "notes", "posts", "wines"] as const;
export type IdempotentTable = (typeof TABLES_WITH_SEND_KEYS)[number];

/** A key is its sender's own, and of one noun. */
export type Send = { noun: IdempotentTable; userId: number; sendKey: string };

/** What was sent with a key already, also when it was deleted since. */
export function createSendStore(query: Query) {
  const rows = TABLES_WITH_SEND_KEYS.map(
    (noun) => `SELECT id, '${noun}' AS noun FROM ${noun} WHERE user_id = $userId AND send_key = $sendKey`,
  );
  const find = query<{ id: number }>(`SELECT id FROM (${rows.join(" UNION ALL ")}) WHERE noun = $noun`);
  const findDeleted = query<{ noun: string }>(
    `SELECT noun FROM deleted_sends WHERE user_id = $userId AND noun = $noun AND send_key = $sendKey`,
  );
  return {
    /** The id of what is there; null if it was never made or is deleted. */
    find: (send: Send): number | null => find.get(send)?.id ?? null,
    isDeleted: (send: Send): boolean => findDeleted.get(send) !== null,
  };
}
