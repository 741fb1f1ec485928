import type { Audience, MailKind, OutboxCounts, OutboxRow, OutboxState } from "#contract/email.ts";

import { requireRow } from "./errors.ts";
import type { Query } from "./query.ts";

export type ClaimedMail = Pick<OutboxRow, "id" | "kind" | "period" | "email"> & { dedupeKey: string; userId: number };

type QueuedAt = { period: string; now: string };

/** Each member gets a mail once per `about`; `email` isn't the member's own address. */
export type NewMail =
  | { kind: "meeting-changed" | "announcement" | "month-unready"; about: string }
  | { kind: "welcome" | "password-reset" | "sign-in-changed"; about: string; userId: number }
  | { kind: "reminder" | "meeting-dates"; about: string; meetingId: number }
  | { kind: "address-changed" | "ereader-link"; userId: number; email: string };

/** Which members want a kind, in the order of sending: mails that people wait for come first. */
const WANTED_BY: Record<MailKind, string> = {
  "password-reset": `TRUE`,
  "ereader-link": `u.ereader_email = o.email AND u.ereader_confirmed = 0`,
  "address-changed": `TRUE`,
  "sign-in-changed": `TRUE`,
  welcome: `TRUE`,
  "meeting-changed": `u.wants_meeting_mail = 1`,
  "meeting-dates": `u.wants_meeting_mail = 1`,
  reminder: `u.wants_meeting_mail = 1`,
  "month-unready": `u.is_admin = 1`,
  announcement: `u.wants_announcements = 1`,
  monthly: `u.wants_monthly_mail = 1`,
};
/** Kinds that aren't sent to the member's address. */
const EXPLICIT_ADDRESS_KINDS = `('address-changed', 'ereader-link')`;

/** One row per mail and member, inserted before anything is sent (DESIGN 3). */
export function createOutboxStore(query: Query) {
  const isWantedKind = `(u.email <> '' OR o.kind IN ${EXPLICIT_ADDRESS_KINDS}) AND CASE o.kind ${Object.entries(
    WANTED_BY,
  )
    .map(([kind, wants]) => `WHEN '${kind}' THEN ${wants}`)
    .join(" ")} ELSE TRUE END`;
  const columns = `o.id, o.kind, o.period, o.state, o.reason, u.display_name AS displayName,
    CASE o.email WHEN '' THEN u.email ELSE o.email END AS email, o.changed_at AS changedAt`;
  const queueFor = (kind: MailKind, condition: string) =>
    query<{ id: number }>(
      `INSERT INTO outbox (kind, about, period, user_id, queued_at, changed_at)
       SELECT '${kind}', $about, $period, u.id, $now, $now FROM users u
       WHERE u.email <> '' AND ${WANTED_BY[kind]} AND ${condition} ORDER BY u.id
       ON CONFLICT DO NOTHING RETURNING id`,
    );
  const toEveryone = (kind: MailKind) => queueFor(kind, "TRUE");
  const toMember = (kind: MailKind) => queueFor(kind, "u.id = $userId");
  const queue = {
    monthly: toEveryone("monthly"),
    welcome: toMember("welcome"),
    reminder: queueFor(
      "reminder",
      `NOT EXISTS (SELECT 1 FROM meeting_answers a WHERE a.meeting_id = $meetingId AND a.user_id = u.id AND a.answer = 'no')`,
    ),
    "meeting-changed": toEveryone("meeting-changed"),
    "meeting-dates": queueFor(
      "meeting-dates",
      `NOT EXISTS (SELECT 1 FROM meeting_date_answers a WHERE a.meeting_id = $meetingId AND a.user_id = u.id)`,
    ),
    announcement: toEveryone("announcement"),
    "month-unready": toEveryone("month-unready"),
    "password-reset": toMember("password-reset"),
    "sign-in-changed": toMember("sign-in-changed"),
  };
  const queueToAddress = query(
    `INSERT INTO outbox (kind, about, period, user_id, email, queued_at, changed_at)
     VALUES ($kind, $now || ' ' || hex(randomblob(4)), $period, $userId, $email, $now, $now) ON CONFLICT DO NOTHING`,
  );
  const requeueFailed = query<{ id: number }>(
    `UPDATE outbox SET state = 'queued', reason = '', queued_at = $now, changed_at = $now
     WHERE kind = 'monthly' AND period = $period AND state = 'failed'
       AND EXISTS (SELECT 1 FROM users u WHERE u.id = user_id AND u.email <> '' AND ${WANTED_BY.monthly}) RETURNING id`,
  );
  const findNext = query<{ id: number }>(
    `SELECT id FROM outbox INDEXED BY outbox_waiting
     WHERE state = 'queued' AND kind = $kind AND not_before <= $now ORDER BY id LIMIT 1`,
  );
  const claim = query<ClaimedMail>(
    `UPDATE outbox SET state = 'sending', reason = '', changed_at = $now,
       email = CASE WHEN kind IN ${EXPLICIT_ADDRESS_KINDS} THEN email ELSE (SELECT u.email FROM users u WHERE u.id = user_id) END
     WHERE id = $id RETURNING id, kind, period, about AS dedupeKey, email, user_id AS userId`,
  );
  const markResult = query(
    `UPDATE outbox SET state = $state, reason = $reason, changed_at = $now
     WHERE id = $id AND state IN ('sending', 'unknown')`,
  );
  const defer = query(
    `UPDATE outbox SET state = 'queued', reason = $reason, not_before = $notBefore, changed_at = $now
     WHERE id = $id AND state = 'sending'`,
  );
  const remove = query(`DELETE FROM outbox WHERE id = $id`);
  const markUnknown = query(
    `UPDATE outbox SET state = 'unknown', reason = $reason, changed_at = $now WHERE state = 'sending'`,
  );
  const failAllQueued = query(
    `UPDATE outbox SET state = 'failed', reason = $reason, changed_at = $now WHERE state = 'queued'`,
  );
  const expireOld = query(
    `UPDATE outbox INDEXED BY outbox_waiting_since SET state = 'failed', reason = $reason, changed_at = $now
     WHERE state = 'queued' AND queued_at < $before`,
  );
  const expireMonths = query(
    `UPDATE outbox INDEXED BY outbox_waiting_month SET state = 'failed', reason = $reason, changed_at = $now
     WHERE state = 'queued' AND kind = 'monthly' AND period < $period`,
  );
  const retry = query<{ id: number }>(
    `UPDATE outbox SET state = 'queued', reason = '', not_before = '', queued_at = $now, changed_at = $now
     WHERE id = $id AND state IN ('failed', 'unknown') RETURNING id`,
  );
  const find = query<OutboxRow>(`SELECT ${columns} FROM outbox o JOIN users u ON u.id = o.user_id WHERE o.id = $id`);
  const list = query<OutboxRow>(
    `SELECT ${columns} FROM outbox o JOIN users u ON u.id = o.user_id
     WHERE o.period = $period AND ($state = '' OR o.state = $state)
     ORDER BY o.kind, o.state IN ('failed', 'unknown') DESC, u.username_key LIMIT $limit OFFSET $offset`,
  );
  const countReminded = query<{ ofMeeting: number; recent: number }>(
    `SELECT count(DISTINCT CASE WHEN instr(about, $meetingId || ':') = 1 THEN about END) AS ofMeeting,
       count(DISTINCT CASE WHEN queued_at > $since AND queued_at <= $until THEN about END) AS recent
     FROM outbox WHERE kind = 'reminder' AND about <> $about`,
  );
  const periods = query<{ period: string }>(`SELECT DISTINCT period FROM outbox ORDER BY period DESC`);
  const count = query<{ state: OutboxState; count: number }>(
    `SELECT state, count(*) AS count FROM outbox WHERE kind = 'monthly' AND period = $period GROUP BY state`,
  );
  const oneOf = (state: string) => query<{ id: number }>(`SELECT id FROM outbox WHERE state = '${state}' LIMIT 1`);
  const findQueued = oneOf("queued");
  const findReady = query<{ id: number }>(
    `SELECT id FROM outbox WHERE state = 'queued' AND not_before <= $now LIMIT 1`,
  );
  const findSending = oneOf("sending");
  const isWanted = query<{ id: number }>(
    `SELECT o.id FROM outbox o JOIN users u ON u.id = o.user_id WHERE o.id = $id AND ${isWantedKind}`,
  );
  const isSuperseded = query<{ id: number }>(
    `SELECT n.id FROM outbox n JOIN outbox o ON o.id = $id
     WHERE n.kind = o.kind AND n.user_id = o.user_id AND n.id > o.id AND instr(n.about, $prefix) = 1 LIMIT 1`,
  );
  const unqueueUnwanted = query(
    `DELETE FROM outbox WHERE id IN (SELECT o.id FROM outbox o JOIN users u ON u.id = o.user_id
       WHERE o.user_id = $userId AND o.state = 'queued' AND NOT (${isWantedKind}))`,
  );
  const audience = query<Omit<Audience, "period">>(
    `SELECT count(*) AS members, coalesce(sum(u.email <> '' AND ${WANTED_BY.monthly}
         AND (o.state IS NULL OR o.state IN ('failed', 'queued'))), 0) AS willReach,
       coalesce(sum(o.state = 'sent'), 0) AS alreadySent, coalesce(sum(u.wants_monthly_mail = 0), 0) AS optedOut,
       coalesce(sum(o.state = 'unknown'), 0) AS unknown
     FROM users u LEFT JOIN outbox o ON o.user_id = u.id AND o.kind = 'monthly' AND o.about = $period`,
  );

  const readers = query<{ count: number }>(
    `SELECT count(*) AS count FROM users u WHERE u.email <> '' AND ${WANTED_BY.monthly}`,
  );

  return {
    queueMonthly: (period: string, now: string) => queue.monthly.all({ about: period, period, now }).length,
    queue: (mail: NewMail & QueuedAt): number => {
      if ("email" in mail) return queueToAddress.run(mail).changes;
      const { kind, ...values } = mail;
      return queue[kind].all(values).length;
    },
    requeueFailed: (period: string, now: string) => requeueFailed.all({ period, now }).length,
    claimNext: (now: string): ClaimedMail | null => {
      for (const kind of Object.keys(WANTED_BY)) {
        const next = findNext.get({ kind, now });
        if (next) return claim.get({ id: next.id, now });
      }
      return null;
    },
    /** @param reason for admins; empty when sent */
    markResult: (id: number, state: Exclude<OutboxState, "sending">, reason: string, now: string) =>
      void markResult.run({ id, state, reason, now }),
    defer: (id: number, reason: string, notBefore: string, now: string) =>
      void defer.run({ id, reason, notBefore, now }),
    remove: (id: number) => void remove.run({ id }),
    /** Mails of a killed sender may have been sent. */
    markUnknown: (reason: string, now: string) => void markUnknown.run({ reason, now }),
    failAllQueued: (reason: string, now: string) => void failAllQueued.run({ reason, now }),
    /** Fails mails queued before `before`, and monthly mails of earlier periods. */
    expire: (period: string, before: string, reason: string, now: string) => {
      expireOld.run({ before, reason, now });
      expireMonths.run({ period, reason, now });
    },
    /** @returns false if it's neither failed nor unknown */
    retry: (id: number, now: string) => retry.get({ id, now }) !== null,
    find: (id: number) => find.get({ id }),
    list: (
      period: string,
      {
        state = "",
        limit = -1,
        offset = 0,
      }: { state?: string | undefined; limit?: number; offset?: number | undefined },
    ) => list.all({ period, state, limit, offset }),
    listPeriods: () => periods.all().map((row) => row.period),
    count: (period: string): OutboxCounts => {
      const counts: OutboxCounts = { queued: 0, sending: 0, sent: 0, failed: 0, unknown: 0 };
      for (const row of count.all({ period })) counts[row.state] = row.count;
      return counts;
    },
    /** Counts other reminders, of the meeting and of the period. */
    countReminded: (of: { meetingId: number; about: string; since: string; until: string }) =>
      requireRow(countReminded.get(of)),
    hasQueued: () => findQueued.get() !== null,
    /** Without deferred ones. */
    hasReady: (now: string) => findReady.get({ now }) !== null,
    hasSending: () => findSending.get() !== null,
    isWanted: (id: number) => isWanted.get({ id }) !== null,
    /** True if the member has a newer mail whose `about` has this prefix. */
    isSuperseded: (id: number, prefix: string) => isSuperseded.get({ id, prefix }) !== null,
    unqueueUnwanted: (userId: number) => void unqueueUnwanted.run({ userId }),
    countAudience: (period: string): Audience => {
      const row = requireRow(audience.get({ period }));
      return { period, ...row };
    },
    countReaders: (): number => requireRow(readers.get()).count,
  };
}
