import type { AuditEntry } from "#contract/audit.ts";

import { type Query, rowOf } from "./query.ts";

type NewAuditEntry = Omit<AuditEntry, "id" | "actorUsername" | "subjectUsername">;

/** Append-only. */
export function createAuditStore({ all, run }: Query) {
  return {
    /** Newest first: up to `limit` entries older than the id `before`. */
    list: ({ before = Number.MAX_SAFE_INTEGER, limit = 50 } = {}): AuditEntry[] => all<AuditEntry>`
      SELECT a.id, a.at, a.actor, a.actor_id AS actorId, u.username AS actorUsername, a.kind, a.subject,
             a.subject_id AS subjectId, s.username AS subjectUsername
      FROM audit a LEFT JOIN users u ON u.id = a.actor_id LEFT JOIN users s ON s.id = a.subject_id
      WHERE a.id < ${before} ORDER BY a.id DESC LIMIT ${limit}`,
    insert: (entry: NewAuditEntry) => run`INSERT INTO audit ${rowOf(entry)}`,
  };
}
