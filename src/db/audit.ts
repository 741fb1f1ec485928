import type { Database } from "bun:sqlite";

import type { AuditEntry, AuditKind } from "#contract/audit.ts";

/** What admins did. Rows are only ever added. */
export function createAuditStore(db: Database) {
  const list = db.query<AuditEntry, { before: number; limit: number }>(
    `SELECT id, at, actor, kind, subject FROM audit WHERE id < $before ORDER BY id DESC LIMIT $limit`,
  );
  const insert = db.query<never, Omit<AuditEntry, "id">>(
    `INSERT INTO audit (at, actor, kind, subject) VALUES ($at, $actor, $kind, $subject)`,
  );
  const findRecent = db.query<{ at: string }, { kind: AuditKind; skip: number }>(
    `SELECT at FROM audit WHERE kind = $kind ORDER BY id DESC LIMIT 1 OFFSET $skip`,
  );

  return {
    /** When the last act but `skip` of that kind was, as ISO-8601 UTC; null when there were not so many. */
    timeOf: (kind: AuditKind, skip: number): string | null => findRecent.get({ kind, skip })?.at ?? null,
    /** The newest first: up to `limit` acts older than the id `before`. */
    list: ({ before = Number.MAX_SAFE_INTEGER, limit = 50 } = {}): AuditEntry[] => list.all({ before, limit }),
    insert: (entry: Omit<AuditEntry, "id">) => {
      insert.run(entry);
    },
  };
}
