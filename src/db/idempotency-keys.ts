import type { Query } from "./query.ts";

export type IdempotentTable = "bookmarks" | "note_replies" | "notes" | "posts" | "wines";

export type IdempotencyKey = { table: IdempotentTable; userId: number; sendKey: string };

/** Rows that were created with an idempotency key. */
export function createIdempotencyKeyStore({ raw, valueOrNull, exists }: Query) {
  return {
    find: ({ table, userId, sendKey }: IdempotencyKey) => valueOrNull<number>`
      SELECT id FROM ${raw(table)} WHERE user_id = ${userId} AND send_key = ${sendKey}`,
    isDeleted: ({ table, userId, sendKey }: IdempotencyKey) => exists`
      SELECT noun FROM deleted_sends WHERE user_id = ${userId} AND noun = ${table} AND send_key = ${sendKey}`,
  };
}
