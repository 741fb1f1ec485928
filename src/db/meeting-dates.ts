import type { Author } from "#contract/users.ts";

import { requireRow } from "./errors.ts";
import type { Query } from "./query.ts";
import { type AuthorColumns, authorOf } from "./users.ts";

/** yyyy-MM-dd and HH:mm in the club's time zone. */
export type DateOption = { date: string; time: string };
export type DateRow = DateOption & { id: number };

/** The date poll of a meeting (BEYOND 10 and 13). */
export function createMeetingDateStore(query: Query) {
  const list = query<DateRow>(
    `SELECT id, date, time FROM meeting_dates WHERE meeting_id = $meetingId ORDER BY date, time`,
  );
  const listVotes = query<AuthorColumns & { dateId: number }>(
    `SELECT v.date_id AS dateId, v.user_id AS userId, u.display_name AS displayName, u.photo_url AS photoURL
     FROM meeting_date_votes v JOIN meeting_dates d ON d.id = v.date_id JOIN users u ON u.id = v.user_id
     WHERE d.meeting_id = $meetingId ORDER BY u.username_key`,
  );
  const countAnswers = query<{ answered: number; mine: number }>(
    `SELECT count(*) AS answered, coalesce(sum(user_id = $userId), 0) AS mine
     FROM meeting_date_answers WHERE meeting_id = $meetingId`,
  );
  const listUnanswered = query<AuthorColumns>(
    `SELECT id AS userId, display_name AS displayName, photo_url AS photoURL FROM users
     WHERE id NOT IN (SELECT user_id FROM meeting_date_answers WHERE meeting_id = $meetingId) ORDER BY username_key`,
  );
  const listAnswered = query<AuthorColumns>(
    `SELECT u.id AS userId, u.display_name AS displayName, u.photo_url AS photoURL
     FROM meeting_date_answers a JOIN users u ON u.id = a.user_id WHERE a.meeting_id = $meetingId ORDER BY u.username_key`,
  );
  const insert = query(
    `INSERT INTO meeting_dates (meeting_id, date, time) VALUES ($meetingId, $date, $time) ON CONFLICT DO NOTHING`,
  );
  const remove = query(`DELETE FROM meeting_dates WHERE id = $id`);
  const removeAll = query(`DELETE FROM meeting_dates WHERE meeting_id = $meetingId`);
  const forgetAnswers = query(`DELETE FROM meeting_date_answers WHERE meeting_id = $meetingId`);
  const incrementQuestionCount = query(`UPDATE meetings SET date_questions = date_questions + 1 WHERE id = $meetingId`);
  const findQuestion = query<{ question: number }>(
    `SELECT date_questions AS question FROM meetings WHERE id = $meetingId`,
  );
  const saveAnswer = query(
    `INSERT INTO meeting_date_answers (meeting_id, user_id, answered_at) VALUES ($meetingId, $userId, $now)
     ON CONFLICT DO UPDATE SET answered_at = $now`,
  );
  const removeVotes = query(
    `DELETE FROM meeting_date_votes WHERE user_id = $userId
       AND date_id IN (SELECT id FROM meeting_dates WHERE meeting_id = $meetingId)`,
  );
  const insertVote = query(
    `INSERT INTO meeting_date_votes (date_id, user_id) VALUES ($dateId, $userId) ON CONFLICT DO NOTHING`,
  );
  const markAttending = query(
    `INSERT INTO meeting_answers (meeting_id, user_id, answer, guests, answered_at)
     SELECT $meetingId, user_id, 'yes', 0, $now FROM meeting_date_votes WHERE date_id = $dateId ORDER BY user_id
     ON CONFLICT DO NOTHING`,
  );

  const end = (meetingId: number): void => {
    removeAll.run({ meetingId });
    forgetAnswers.run({ meetingId });
  };

  return {
    list: (meetingId: number) => list.all({ meetingId }),
    listVotes: (meetingId: number) => listVotes.all({ meetingId }),
    listUnanswered: (meetingId: number): Author[] => listUnanswered.all({ meetingId }).map(authorOf),
    listAnswered: (meetingId: number): Author[] => listAnswered.all({ meetingId }).map(authorOf),
    countAnswers: (meetingId: number, userId: number) => {
      const { answered, mine } = requireRow(countAnswers.get({ meetingId, userId }));
      return { answered, mine: mine > 0 };
    },
    /** Existing dates retain their ids and votes. The first dates start a new poll. */
    replace: (meetingId: number, dates: readonly DateOption[]): void => {
      const before = list.all({ meetingId });
      if (before.length === 0) incrementQuestionCount.run({ meetingId });
      const isListed = (one: DateOption) => dates.some(({ date, time }) => date === one.date && time === one.time);
      for (const row of before) if (!isListed(row)) remove.run({ id: row.id });
      for (const { date, time } of dates) insert.run({ meetingId, date, time });
    },
    end,
    /** The number of polls so far. */
    findQuestion: (meetingId: number) => findQuestion.get({ meetingId })?.question ?? 0,
    /** An answer without dates means that none is possible. */
    saveAnswer: (meetingId: number, userId: number, dateIds: readonly number[], now: string): void => {
      saveAnswer.run({ meetingId, userId, now });
      removeVotes.run({ meetingId, userId });
      for (const dateId of dateIds) insertVote.run({ dateId, userId });
    },
    /** Answers "yes" for members who voted for the date and haven't answered the meeting. */
    markAttending: (meetingId: number, dateId: number, now: string) =>
      void markAttending.run({ meetingId, dateId, now }),
  };
}
