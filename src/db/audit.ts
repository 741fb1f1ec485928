import type { Database } from "bun:sqlite";

import type { AuditEntry } from "#contract/audit.ts";

export type AuditStore = ReturnType<typeof createAuditStore>;

/** What admins did. Rows are only ever added. */
export function createAuditStore(db: Database) {
  const list = db.query<AuditEntry, { before: number; limit: number }>(
    `SELECT id, at, actor, kind, subject FROM audit WHERE id < $before ORDER BY id DESC LIMIT $limit`,
  );
  const insert = db.query<never, Omit<AuditEntry, "id">>(
    `INSERT INTO audit (at, actor, kind, subject) VALUES ($at, $actor, $kind, $subject)`,
  );

  return {
    /** The newest first: up to `limit` acts older than the id `before`. */
    list: ({ before = Number.MAX_SAFE_INTEGER, limit = 50 } = {}): AuditEntry[] => list.all({ before, limit }),
    insert: (entry: Omit<AuditEntry, "id">) => {
      insert.run(entry);
    },
  };
}
