import type { Author } from "#contract/users.ts";

import { type Query, rowOf } from "./query.ts";
import { AUTHOR } from "./users.ts";

/** yyyy-MM-dd and HH:mm in the club's time zone. */
export type DateOption = { date: string; time: string };
export type DateRow = DateOption & { id: number };

/** The date question of a meeting: its options and who answered what (BEYOND 10 and 13). */
export function createMeetingDateStore({ one, all, valueOrNull, run }: Query) {
  const list = (meetingId: number) => all<DateRow>`
    SELECT id, date, time FROM meeting_dates WHERE meeting_id = ${meetingId} ORDER BY date, time`;

  const end = (meetingId: number): void => {
    run`DELETE FROM meeting_dates WHERE meeting_id = ${meetingId}`;
    run`DELETE FROM meeting_date_answers WHERE meeting_id = ${meetingId}`;
  };

  return {
    list,
    listVotes: (meetingId: number) => all<{ dateId: number; user: Author }>`
      SELECT v.date_id AS dateId, ${AUTHOR} AS "user:json"
      FROM meeting_date_votes v JOIN meeting_dates d ON d.id = v.date_id JOIN users u ON u.id = v.user_id
      WHERE d.meeting_id = ${meetingId} ORDER BY u.username_key`,
    listUnanswered: (meetingId: number) => all<Author>`
      SELECT id, display_name AS displayName, photo_url AS photoURL FROM users
      WHERE id NOT IN (SELECT user_id FROM meeting_date_answers WHERE meeting_id = ${meetingId})
      ORDER BY username_key`,
    listAnswered: (meetingId: number) => all<Author>`
      SELECT u.id, u.display_name AS displayName, u.photo_url AS photoURL
      FROM meeting_date_answers a JOIN users u ON u.id = a.user_id WHERE a.meeting_id = ${meetingId}
      ORDER BY u.username_key`,
    countAnswers: (meetingId: number, userId: number) => {
      const { answered, mine } = one<{ answered: number; mine: number }>`
        SELECT count(*) AS answered, coalesce(sum(user_id = ${userId}), 0) AS mine
        FROM meeting_date_answers WHERE meeting_id = ${meetingId}`;
      return { answered, mine: mine > 0 };
    },
    /** Existing dates retain their ids and votes. The first dates start a new poll. */
    replace: (meetingId: number, dates: readonly DateOption[]): void => {
      const datesBefore = list(meetingId);
      if (datesBefore.length === 0)
        run`UPDATE meetings SET date_questions = date_questions + 1 WHERE id = ${meetingId}`;
      const isListed = (one: DateOption) => dates.some(({ date, time }) => date === one.date && time === one.time);
      for (const row of datesBefore) if (!isListed(row)) run`DELETE FROM meeting_dates WHERE id = ${row.id}`;
      for (const { date, time } of dates)
        run`
          INSERT INTO meeting_dates ${rowOf({ meetingId, date, time })} ON CONFLICT DO NOTHING`;
    },
    end,
    /** The number of polls so far. */
    findQuestion: (meetingId: number) =>
      valueOrNull<number>`SELECT date_questions FROM meetings WHERE id = ${meetingId}` ?? 0,
    /** An answer without dates means that none is possible. */
    saveAnswer: (meetingId: number, userId: number, dateIds: readonly number[], now: string): void => {
      run`
        INSERT OR REPLACE INTO meeting_date_answers ${rowOf({ meetingId, userId, answeredAt: now })}`;
      run`
        DELETE FROM meeting_date_votes WHERE user_id = ${userId}
          AND date_id IN (SELECT id FROM meeting_dates WHERE meeting_id = ${meetingId})`;
      for (const dateId of dateIds)
        run`INSERT INTO meeting_date_votes (date_id, user_id) VALUES (${dateId}, ${userId}) ON CONFLICT DO NOTHING`;
    },
    /** Answers "yes" for members who voted for the date and haven't answered the meeting. */
    markAttending: (meetingId: number, dateId: number, now: string) => run`
      INSERT INTO meeting_answers (meeting_id, user_id, answer, guests, answered_at)
      SELECT ${meetingId}, user_id, 'yes', 0, ${now} FROM meeting_date_votes WHERE date_id = ${dateId} ORDER BY user_id
      ON CONFLICT DO NOTHING`,
  };
}
