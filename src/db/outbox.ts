import type { Audience, MailKind, OutboxCounts, OutboxRow, OutboxState } from "#contract/email.ts";

import type { Query } from "./query.ts";

export type ClaimedMail = Pick<OutboxRow, "id" | "kind" | "period" | "email"> & { dedupeKey: string; userId: number };

type OutboxPage = { state?: string | undefined; limit?: number; offset?: number | undefined };
type Reminder = { meetingId: number; dedupeKey: string; since: string; until: string };
type QueueTime = { period: string; now: string };

/** Each member gets a mail once per `dedupeKey`; `email` isn't the member's own address. */
export type NewMail =
  | { kind: "monthly" | "meeting-changed" | "announcement" | "month-unready"; dedupeKey: string }
  | { kind: "welcome" | "password-reset" | "sign-in-changed"; dedupeKey: string; userId: number }
  | { kind: "reminder" | "meeting-dates"; dedupeKey: string; meetingId: number }
  | { kind: "address-changed" | "ereader-link"; userId: number; email: string };

/** One row per mail and member, inserted before anything is sent (DESIGN 3). */
export function createOutboxStore({ sql, one, oneOrNull, all, value, column, exists, run }: Query) {
  /** The recipients of each kind, in the order of sending: mails that people wait for come first. */
  const wantedBy = {
    "password-reset": sql`TRUE`,
    "ereader-link": sql`u.ereader_email = o.email AND u.ereader_confirmed = 0`,
    "address-changed": sql`TRUE`,
    "sign-in-changed": sql`TRUE`,
    welcome: sql`TRUE`,
    "meeting-changed": sql`u.wants_meeting_mail = 1`,
    "meeting-dates": sql`u.wants_meeting_mail = 1`,
    reminder: sql`u.wants_meeting_mail = 1`,
    "month-unready": sql`u.is_admin = 1`,
    announcement: sql`u.wants_announcements = 1`,
    monthly: sql`u.wants_monthly_mail = 1`,
  } as const satisfies Record<MailKind, unknown>;
  /** Kinds that aren't sent to the member's address. */
  const explicitAddressKinds = sql`('address-changed', 'ereader-link')`;
  const cases = Object.entries(wantedBy).reduce((cases, [kind, by]) => sql`${cases} WHEN ${kind} THEN ${by}`, sql``);
  const isWanted = sql`(u.email <> '' OR o.kind IN ${explicitAddressKinds}) AND CASE o.kind ${cases} ELSE TRUE END`;
  const columns = sql`o.id, o.kind, o.period, o.state, o.reason, u.display_name AS displayName,
    CASE o.email WHEN '' THEN u.email ELSE o.email END AS email, o.changed_at AS changedAt`;
  /** A mail that was deferred at a time in the future was deferred before the clock was set back. */
  const isReady = (now: string) => sql`(not_before <= ${now} OR changed_at > ${now})`;
  const isRecipient = (mail: NewMail) => {
    if ("userId" in mail) return sql`u.id = ${mail.userId}`;
    if (mail.kind === "reminder")
      return sql`NOT EXISTS (SELECT 1 FROM meeting_answers a
        WHERE a.meeting_id = ${mail.meetingId} AND a.user_id = u.id AND a.answer = 'no')`;
    if (mail.kind === "meeting-dates")
      return sql`NOT EXISTS (SELECT 1 FROM meeting_date_answers a
        WHERE a.meeting_id = ${mail.meetingId} AND a.user_id = u.id)`;
    return sql`TRUE`;
  };

  return {
    /** @returns how many members will get it */
    queue: (mail: NewMail & QueueTime): number => {
      const { kind, period, now } = mail;
      if ("email" in mail)
        return column<number>`
          INSERT INTO outbox (kind, about, period, user_id, email, queued_at, changed_at)
          VALUES (${kind}, ${now} || ' ' || hex(randomblob(4)), ${period}, ${mail.userId}, ${mail.email},
                  ${now}, ${now})
          ON CONFLICT DO NOTHING RETURNING id`.length;
      return column<number>`
        INSERT INTO outbox (kind, about, period, user_id, queued_at, changed_at)
        SELECT ${kind}, ${mail.dedupeKey}, ${period}, u.id, ${now}, ${now} FROM users u
        WHERE u.email <> '' AND ${wantedBy[kind]} AND ${isRecipient(mail)} ORDER BY u.id
        ON CONFLICT DO NOTHING RETURNING id`.length;
    },
    requeueFailed: (period: string, now: string) =>
      column<number>`
        UPDATE outbox SET state = 'queued', reason = '', queued_at = ${now}, changed_at = ${now}
        WHERE kind = 'monthly' AND period = ${period} AND state = 'failed'
          AND EXISTS (SELECT 1 FROM users u WHERE u.id = user_id AND u.email <> '' AND ${wantedBy.monthly})
          RETURNING id`.length,
    claimNext: (now: string): ClaimedMail | null => {
      for (const kind of Object.keys(wantedBy)) {
        const mail = oneOrNull<ClaimedMail>`
          UPDATE outbox SET state = 'sending', reason = '', changed_at = ${now},
            email = CASE WHEN kind IN ${explicitAddressKinds} THEN email
              ELSE (SELECT u.email FROM users u WHERE u.id = user_id) END
          WHERE id = (SELECT id FROM outbox INDEXED BY outbox_waiting
            WHERE state = 'queued' AND kind = ${kind} AND ${isReady(now)} ORDER BY id LIMIT 1)
          RETURNING id, kind, period, about AS dedupeKey, email, user_id AS userId`;
        if (mail) return mail;
      }
      return null;
    },
    /** @param reason for admins; empty when sent */
    markResult: (id: number, state: Exclude<OutboxState, "sending">, reason: string, now: string) => run`
      UPDATE outbox SET state = ${state}, reason = ${reason}, changed_at = ${now}
      WHERE id = ${id} AND state IN ('sending', 'unknown')`,
    defer: (id: number, reason: string, notBefore: string, now: string) => run`
      UPDATE outbox SET state = 'queued', reason = ${reason}, not_before = ${notBefore}, changed_at = ${now}
      WHERE id = ${id} AND state = 'sending'`,
    delete: (id: number) => run`DELETE FROM outbox WHERE id = ${id}`,
    /** Mails of a killed sender may have been sent. */
    markUnknown: (reason: string, now: string) => run`
      UPDATE outbox SET state = 'unknown', reason = ${reason}, changed_at = ${now} WHERE state = 'sending'`,
    failAllQueued: (reason: string, now: string) => run`
      UPDATE outbox SET state = 'failed', reason = ${reason}, changed_at = ${now} WHERE state = 'queued'`,
    /** Fails mails queued before `before`, and monthly mails of earlier periods. */
    expire: (period: string, before: string, reason: string, now: string) => {
      run`
        UPDATE outbox INDEXED BY outbox_waiting_since SET state = 'failed', reason = ${reason}, changed_at = ${now}
        WHERE state = 'queued' AND queued_at < ${before}`;
      run`
        UPDATE outbox INDEXED BY outbox_waiting_month SET state = 'failed', reason = ${reason}, changed_at = ${now}
        WHERE state = 'queued' AND kind = 'monthly' AND period < ${period}`;
    },
    /** @returns false if it's neither failed nor unknown */
    retry: (id: number, now: string) => exists`
      UPDATE outbox SET state = 'queued', reason = '', not_before = '', queued_at = ${now}, changed_at = ${now}
      WHERE id = ${id} AND state IN ('failed', 'unknown') RETURNING id`,
    find: (id: number) => oneOrNull<OutboxRow>`
      SELECT ${columns} FROM outbox o JOIN users u ON u.id = o.user_id WHERE o.id = ${id}`,
    list: (period: string, { state = "", limit = -1, offset = 0 }: OutboxPage) => all<OutboxRow>`
      SELECT ${columns} FROM outbox o JOIN users u ON u.id = o.user_id
      WHERE o.period = ${period} AND (${state} = '' OR o.state = ${state})
      ORDER BY o.kind, o.state IN ('failed', 'unknown') DESC, u.username_key LIMIT ${limit} OFFSET ${offset}`,
    listPeriods: () => column<string>`SELECT DISTINCT period FROM outbox ORDER BY period DESC`,
    count: (period: string): OutboxCounts => {
      const counts: OutboxCounts = { queued: 0, sending: 0, sent: 0, failed: 0, unknown: 0 };
      const rows = all<{ state: OutboxState; count: number }>`
        SELECT state, count(*) AS count FROM outbox WHERE kind = 'monthly' AND period = ${period} GROUP BY state`;
      for (const row of rows) counts[row.state] = row.count;
      return counts;
    },
    /** Counts other reminders, of the meeting and of the period. */
    countReminded: ({ meetingId, dedupeKey, since, until }: Reminder) => one<{ ofMeeting: number; recent: number }>`
      SELECT count(DISTINCT CASE WHEN instr(about, ${meetingId} || ':') = 1 THEN about END) AS ofMeeting,
        count(DISTINCT CASE WHEN queued_at > ${since} AND queued_at <= ${until} THEN about END) AS recent
      FROM outbox WHERE kind = 'reminder' AND about <> ${dedupeKey}`,
    hasQueued: () => exists`SELECT id FROM outbox WHERE state = 'queued' LIMIT 1`,
    /** Deferred mails aren't ready. */
    hasReady: (now: string) => exists`SELECT id FROM outbox WHERE state = 'queued' AND ${isReady(now)} LIMIT 1`,
    hasSending: () => exists`SELECT id FROM outbox WHERE state = 'sending' LIMIT 1`,
    findUserId: (id: number) => value<number>`SELECT user_id FROM outbox WHERE id = ${id}`,
    isWanted: (id: number) => exists`
      SELECT o.id FROM outbox o JOIN users u ON u.id = o.user_id WHERE o.id = ${id} AND ${isWanted}`,
    /** True if the member has a newer mail whose `dedupeKey` has this prefix. */
    isSuperseded: (id: number, prefix: string) => exists`
      SELECT n.id FROM outbox n JOIN outbox o ON o.id = ${id}
      WHERE n.kind = o.kind AND n.user_id = o.user_id AND n.id > o.id AND instr(n.about, ${prefix}) = 1 LIMIT 1`,
    deleteUnsubscribed: (userId: number) => run`
      DELETE FROM outbox WHERE id IN (SELECT o.id FROM outbox o JOIN users u ON u.id = o.user_id
        WHERE o.user_id = ${userId} AND o.state = 'queued' AND NOT (${isWanted}))`,
    countAudience: (period: string) => one<Audience>`
        SELECT ${period} AS period, count(*) AS members, coalesce(sum(u.email <> '' AND ${wantedBy.monthly}
            AND (o.state IS NULL OR o.state IN ('failed', 'queued'))), 0) AS willReach,
          coalesce(sum(o.state = 'sent'), 0) AS alreadySent, coalesce(sum(u.wants_monthly_mail = 0), 0) AS optedOut,
          coalesce(sum(o.state = 'unknown'), 0) AS unknown
        FROM users u LEFT JOIN outbox o ON o.user_id = u.id AND o.kind = 'monthly' AND o.about = ${period}`,
    countReaders: (): number => value<number>`
      SELECT count(*) AS count FROM users u WHERE u.email <> '' AND ${wantedBy.monthly}`,
  };
}
