import type { Database } from "bun:sqlite";

import type { AuthorColumns } from "./author.ts";

/** How often a member hosted, and when last: yyyy-MM-dd. */
type TurnRow = AuthorColumns & { times: number; lastHosted: string | null };

/** BEYOND 10: who hosts a meeting, and who hosted how often. */
export function createMeetingHostStore(db: Database) {
  const update = db.query<never, { meetingId: number; userId: number | null; now: string }>(
    `UPDATE meetings SET host_id = $userId, changed_at = $now WHERE id = $meetingId`,
  );
  const listTurns = db.query<TurnRow, { held: string }>(
    `SELECT u.id AS userId, u.display_name AS displayName, u.photo_url AS photoURL, count(m.id) AS times,
            max(m.date) AS lastHosted
     FROM users u LEFT JOIN meetings m ON m.host_id = u.id AND m.id IN (SELECT value FROM json_each($held))
     GROUP BY u.id ORDER BY lastHosted IS NOT NULL, lastHosted, u.username_key`,
  );

  return {
    /** Null for nobody. */
    update: (meetingId: number, userId: number | null, now: string) => void update.run({ meetingId, userId, now }),
    /** Everybody, who hasn't hosted for the longest first. @param held ids of the meetings that count */
    listTurns: (held: readonly number[]) => listTurns.all({ held: JSON.stringify(held) }),
  };
}
