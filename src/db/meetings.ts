import type { HostTurn } from "#contract/meeting-calls.ts";
import type { MeetingSummary } from "#contract/meetings.ts";

import type { Query } from "./query.ts";
import { AUTHOR } from "./users.ts";

type SummaryColumns = "id" | "uid" | "bookId" | "bookTitle" | "date" | "time" | "location" | "sequence" | "host";

/**
 * Its state depends on the time, and is added by the service. Old UIDs lack the `@` part. The book is the one it was
 * planned for, else the book of the date's month.
 */
export type MeetingRow = Pick<MeetingSummary, SummaryColumns> & {
  bookMonth: string | null;
  cancelledAt: string | null;
  /** When its date or time last changed, or it was planned. */
  movedAt: string;
  createdAt: string;
  /** When an edit moved it into the past; null if only time did. */
  setPastAt: string | null;
  changedAt: string;
  /** Whether its host made the last change of date, time or place, or an admin. */
  changedByHost: boolean;
};

export type MeetingColumns = Pick<MeetingRow, "date" | "time" | "location" | "bookId">;
type ScheduleColumns = Omit<MeetingColumns, "bookId"> & Pick<MeetingRow, "setPastAt">;
type Change = ScheduleColumns & Pick<MeetingRow, "movedAt" | "changedByHost">;

export function createMeetingStore({ sql, oneOrNull, all, value, valueOrNull, exists, run }: Query) {
  const select = sql`SELECT m.id, m.uid, b.id AS bookId, b.title AS bookTitle, b.month AS bookMonth, m.date, m.time,
      m.location, m.cancelled_at AS cancelledAt, m.sequence, m.moved_at AS movedAt, m.set_past_at AS setPastAt,
      m.created_at AS createdAt, m.changed_at AS changedAt, m.changed_by_host AS "changedByHost:boolean",
      CASE WHEN u.id IS NOT NULL THEN ${AUTHOR} END AS "host:json"
    FROM meetings m LEFT JOIN users u ON u.id = m.host_id LEFT JOIN books b ON b.id = coalesce(m.book_id,
      (SELECT max(id) FROM books WHERE month = substr(m.date, 1, 7)))`;
  const moment = sql`(CASE m.date WHEN '' THEN '9999-99-99' ELSE m.date || 'T' || m.time END)`;
  const updateCancelledAt = (id: number, cancelledAt: string | null, now: string) => run`
    UPDATE meetings SET cancelled_at = ${cancelledAt}, sequence = sequence + 1, changed_by_host = 0,
      changed_at = ${now} WHERE id = ${id}`;

  const attachPosts = (id: number) => {
    run`UPDATE posts SET meeting_id = ${id} WHERE meeting_id IS NULL`;
    // undoing a reset restores them
    run`UPDATE removed_posts SET meeting_id = ${id} WHERE meeting_id IS NULL`;
  };

  return {
    find: (id: number) => oneOrNull<MeetingRow>`${select} WHERE m.id = ${id}`,
    /** By date, from `since` (yyyy-MM-ddTHH:mm) on; meetings without a time count as that day. */
    listFrom: (since: string) => all<MeetingRow>`
      ${select} WHERE m.date >= ${since.slice(0, 10)} AND (m.time = '' OR m.date || 'T' || m.time >= ${since})
      ORDER BY m.date, m.time, m.id LIMIT 100`,
    /** The first undated meeting, or a canceled undated one while none was planned after it. */
    findUndated: () => oneOrNull<MeetingRow>`
      ${select} WHERE m.date = '' AND (m.cancelled_at IS NULL OR m.id = (SELECT max(id) FROM meetings))
      ORDER BY m.cancelled_at IS NOT NULL, m.id LIMIT 1`,
    findLatest: () => oneOrNull<MeetingRow>`
      ${select} ORDER BY m.date DESC, m.time = '' DESC, m.time DESC, m.id DESC LIMIT 1`,
    /** The last meeting that an edit after `since` moved into the past. */
    findSetPast: (since: string) => oneOrNull<MeetingRow>`
      ${select} WHERE m.set_past_at > ${since} AND m.set_past_at <> m.created_at AND m.cancelled_at IS NULL
      ORDER BY m.set_past_at DESC, m.id DESC LIMIT 1`,
    list: ({ before = 0, limit = -1 } = {}) => all<MeetingRow>`
      ${select} WHERE ${before} = 0 OR (${moment}, m.id) <
        (SELECT ${moment}, m.id FROM meetings m WHERE m.id = ${before})
      ORDER BY ${moment} DESC, m.id DESC LIMIT ${limit}`,
    listDatedFrom: (date: string) => all<MeetingRow>`${select} WHERE m.date >= ${date} ORDER BY m.date, m.time, m.id`,
    /** About that month's book, on a day of the month, or asking about one. */
    listOfMonth: (month: string) => all<MeetingRow>`
      ${select} WHERE m.id IN (
        SELECT id FROM meetings WHERE date BETWEEN ${month} || '-01' AND ${month} || '-31'
        UNION SELECT meeting_id FROM meeting_dates WHERE date BETWEEN ${month} || '-01' AND ${month} || '-31'
        UNION SELECT o.id FROM books JOIN meetings o ON o.book_id = books.id WHERE books.month = ${month})
      ORDER BY ${moment} DESC, m.id DESC`,
    listOfBook: (bookId: number) => all<MeetingRow>`
      ${select} WHERE b.id = ${bookId} ORDER BY ${moment} DESC, m.id DESC`,
    listHosted: () => all<MeetingRow>`${select} WHERE m.host_id IS NOT NULL AND m.cancelled_at IS NULL`,
    findLatestBefore: (date: string) => oneOrNull<MeetingRow>`
      ${select} WHERE m.date <> '' AND m.date < ${date} AND m.cancelled_at IS NULL
      ORDER BY m.date DESC, m.time DESC, m.id DESC LIMIT 1`,
    insert: (
      { bookId, date, time, location, setPastAt = null }: MeetingColumns & Partial<ScheduleColumns>,
      uid: string,
      now: string,
    ): number => {
      const id = value<number>`
        INSERT INTO meetings (uid, book_id, date, time, location, moved_at, set_past_at, changed_at, created_at)
        VALUES (${uid}, ${bookId}, ${date}, ${time}, ${location}, ${now}, ${setPastAt}, ${now}, ${now}) RETURNING id`;
      attachPosts(id);
      return id;
    },
    attachPosts,
    update: (id: number, { date, time, location, movedAt, setPastAt, changedByHost }: Change, now: string) => run`
      UPDATE meetings SET changed_at = ${now}, changed_by_host = ${changedByHost}, sequence = sequence + 1,
        location = ${location}, set_past_at = ${setPastAt}, date = ${date}, time = ${time}, moved_at = ${movedAt}
      WHERE id = ${id}`,
    updateBook: (id: number, bookId: number | null, now: string) => run`
      UPDATE meetings SET book_id = ${bookId}, changed_at = ${now} WHERE id = ${id}`,
    cancel: (id: number, now: string) => updateCancelledAt(id, now, now),
    restore: (id: number, now: string) => updateCancelledAt(id, null, now),
    delete: (id: number) => run`DELETE FROM meetings WHERE id = ${id}`,
    findIdentical: ({ date, time, location, bookId }: MeetingColumns) => valueOrNull<number>`
      SELECT id FROM meetings WHERE date = ${date} AND time = ${time} AND location = ${location}
        AND book_id IS ${bookId} AND cancelled_at IS NULL`,
    isUsed: (id: number) => exists`
      SELECT 1 AS used WHERE EXISTS (SELECT 1 FROM meeting_answers WHERE meeting_id = ${id})
        OR EXISTS (SELECT 1 FROM posts WHERE meeting_id = ${id})`,
  };
}

export const createHostStores = ({ all, run, column }: Query) => ({
  /** Hosts of meetings (BEYOND 10). */
  meetingHosts: {
    update: (meetingId: number, userId: number | null, now: string) => run`
      UPDATE meetings SET host_id = ${userId}, changed_at = ${now} WHERE id = ${meetingId}`,
    listTurns: (meetingIds: readonly number[], viewerId: number) => all<HostTurn>`
      SELECT ${AUTHOR} AS "user:json", count(m.id) AS times, max(m.date) AS lastHosted,
             u.id = ${viewerId} AS "mine:boolean"
      FROM users u LEFT JOIN meetings m ON m.host_id = u.id AND m.id IN (
        SELECT value FROM json_each(${JSON.stringify(meetingIds)}))
      GROUP BY u.id ORDER BY lastHosted IS NOT NULL, lastHosted, u.username_key`,
  },
  /** When hosts sent mail about a meeting (BEYOND 14). */
  hostMails: {
    listOfMeeting: (meetingId: number) => column<string>`
      SELECT sent_at FROM host_mails WHERE meeting_id = ${meetingId} ORDER BY sent_at DESC`,
    listOfHost: (userId: number) => column<string>`
      SELECT sent_at FROM host_mails WHERE user_id = ${userId} ORDER BY sent_at DESC`,
    insert: (meetingId: number, userId: number, now: string) => run`
      INSERT INTO host_mails (meeting_id, user_id, sent_at) VALUES (${meetingId}, ${userId}, ${now})`,
  },
});
