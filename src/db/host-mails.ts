import type { Database } from "bun:sqlite";

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
