import type { Database } from "bun:sqlite";

import type { AuthorColumns } from "./users.ts";

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

/** BEYOND 14: when hosts mailed members about a meeting. */
export function createHostMailStore(db: Database) {
  const list = (column: "meeting_id" | "user_id") =>
    db.query<{ sentAt: string }, { id: number }>(
      `SELECT sent_at AS sentAt FROM host_mails WHERE ${column} = $id ORDER BY sent_at DESC`,
    );
  const [listOfMeeting, listOfHost] = [list("meeting_id"), list("user_id")];
  const insert = db.query<never, { meetingId: number; userId: number; now: string }>(
    `INSERT INTO host_mails (meeting_id, user_id, sent_at) VALUES ($meetingId, $userId, $now)`,
  );

  return {
    /** Times, the latest first, whoever hosted. */
    listOfMeeting: (meetingId: number) => listOfMeeting.all({ id: meetingId }).map(({ sentAt }) => sentAt),
    /** Times for all meetings, the latest first. */
    listOfHost: (userId: number) => listOfHost.all({ id: userId }).map(({ sentAt }) => sentAt),
    insert: (meetingId: number, userId: number, now: string) => void insert.run({ meetingId, userId, now }),
  };
}
