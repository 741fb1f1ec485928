import type { AnswerCounts, Meeting, OwnAnswer, UnansweredMember } from "#contract/meetings.ts";

import { type Query, rowOf } from "./query.ts";
import { AUTHOR } from "./users.ts";

export function createMeetingAnswerStore({ one, oneOrNull, all, run }: Query) {
  const countAnswers = (meetingId: number): AnswerCounts => one<AnswerCounts>`
    SELECT coalesce(sum(answer = 'yes'), 0) AS yes, coalesce(sum(answer = 'maybe'), 0) AS maybe,
           coalesce(sum(answer = 'no'), 0) AS no, coalesce(sum(guests), 0) AS guests
    FROM meeting_answers WHERE meeting_id = ${meetingId}`;

  return {
    find: (meetingId: number, userId: number) => oneOrNull<OwnAnswer>`
      SELECT answer, guests FROM meeting_answers WHERE meeting_id = ${meetingId} AND user_id = ${userId}`,
    count: countAnswers,
    listAnswers: (meetingId: number) => all<Meeting["people"][number]>`
      SELECT ${AUTHOR} AS "user:json", a.answer, a.guests
      FROM meeting_answers a JOIN users u ON u.id = a.user_id WHERE a.meeting_id = ${meetingId}
      ORDER BY CASE a.answer WHEN 'yes' THEN 0 WHEN 'maybe' THEN 1 ELSE 2 END, a.answered_at, u.id`,
    listUnanswered: (meetingId: number) => all<UnansweredMember>`
      SELECT u.display_name AS displayName, u.email FROM users u WHERE NOT EXISTS
        (SELECT 1 FROM meeting_answers a WHERE a.meeting_id = ${meetingId} AND a.user_id = u.id)
        ORDER BY u.username_key`,
    save: (meetingId: number, userId: number, { answer, guests }: OwnAnswer, now: string) => run`
      INSERT INTO meeting_answers ${rowOf({ meetingId, userId, answer, guests, answeredAt: now })}
      ON CONFLICT DO UPDATE SET answer = ${answer}, guests = ${guests},
        answered_at = CASE answer WHEN ${answer} THEN answered_at ELSE ${now} END`,
    delete: (meetingId: number, userId: number) => run`
      DELETE FROM meeting_answers WHERE meeting_id = ${meetingId} AND user_id = ${userId}`,
  };
}
