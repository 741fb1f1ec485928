import type { EreaderChoice } from "#contract/profile.ts";

import { requireRow } from "./errors.ts";
import type { Query } from "./query.ts";

type Pause = { reason: string; until: string };

const NEVER = "9999-12-31T23:59:59.999Z";

/** The email service's switch and the lease on the outbox: one row. */
export function createEmailStore(query: Query) {
  const find = query<Row>(
    `SELECT enabled, enabled_at AS enabledAt, sender, lease_until AS leaseUntil, pause_reason AS reason,
            paused_until AS until FROM email_settings WHERE id = 1`,
  );
  const switchTo = query(`UPDATE email_settings SET enabled = $enabled, enabled_at = $now WHERE id = 1`);
  const setEnabledAt = query(
    `UPDATE email_settings SET enabled_at = $at WHERE id = 1 AND coalesce(enabled_at, '') >= $after`,
  );
  const acquireLease = query<{ id: number }>(
    `UPDATE email_settings SET sender = $sender, lease_until = $until
     WHERE id = 1 AND (sender IS NULL OR sender = $sender OR lease_until <= $now OR lease_until > $until) RETURNING id`,
  );
  const renew = query<{ id: number }>(
    `UPDATE email_settings SET lease_until = $until WHERE id = 1 AND sender = $sender RETURNING id`,
  );
  const releaseLease = query(
    `UPDATE email_settings SET sender = NULL, lease_until = NULL WHERE id = 1 AND sender = $sender`,
  );
  const evict = query(
    `UPDATE email_settings SET sender = NULL, lease_until = NULL WHERE id = 1 AND instr(sender, $prefix) = 1`,
  );
  const pause = query(`UPDATE email_settings SET pause_reason = $reason, paused_until = $until WHERE id = 1`);
  const row = (): Row => requireRow(find.get());

  return {
    isEnabled: () => row().enabled === 1,
    wasEnabled: (at: string) => {
      const { enabled, enabledAt } = row();
      return enabled === 1 && (enabledAt === null || enabledAt <= at);
    },
    enable: (enabled: boolean, now: string) => void switchTo.run({ enabled, now }),
    /** Counts as enabled only from the next start: a restored club sends no mail that was due before. */
    disableUntilRestart: () => void setEnabledAt.run({ at: NEVER, after: "" }),
    /** At server start. An enabling time in the future comes from a restore or a clock that was ahead. */
    start: (now: string) => void setEnabledAt.run({ at: now, after: now }),
    /** True while a sender holds the lease; `farthest` is the latest end a valid lease can have. */
    hasSender: (now: string, farthest: string) => {
      const { sender, leaseUntil } = row();
      return sender !== null && leaseUntil !== null && leaseUntil > now && leaseUntil <= farthest;
    },
    /** Takes the lease, also an expired or (after a clock change) overlong one. @returns false when it's held */
    acquireLease: (sender: string, now: string, until: string) => acquireLease.get({ sender, now, until }) !== null,
    renew: (sender: string, until: string) => renew.get({ sender, until }) !== null,
    releaseLease: (sender: string) => void releaseLease.run({ sender }),
    evict: (prefix: string) => void evict.run({ prefix }),
    findPause: (): Pause | null => {
      const { reason, until } = row();
      return reason === null || until === null ? null : { reason, until };
    },
    pause: (pausing: Pause | null) =>
      void pause.run({ reason: pausing?.reason ?? null, until: pausing?.until ?? null }),
  };
}

type Row = {
  enabled: number;
  enabledAt: string | null;
  sender: string | null;
  leaseUntil: string | null;
  reason: string | null;
  until: string | null;
};

export type Announcement = { subject: string; message: string };

export function createAnnouncementStore(query: Query) {
  const find = query<Announcement>(`SELECT subject, message FROM announcements WHERE id = $id`);
  const insert = query<{ id: number }>(
    `INSERT INTO announcements (subject, message, created_at) VALUES ($subject, $message, $now) RETURNING id`,
  );
  return {
    find: (id: number) => find.get({ id }),
    insert: (announcement: Announcement, now: string): number => requireRow(insert.get({ ...announcement, now })).id,
  };
}

/** Which books were sent to which eReader (BEYOND 8). */
export function createEreaderStore(query: Query) {
  const listWaiting = query<{ userId: number }>(
    `SELECT id AS userId FROM users
     WHERE ereader_each_book = 1 AND ereader_email IS NOT NULL AND ereader_confirmed = 1
       AND NOT EXISTS (SELECT 1 FROM ereader_books WHERE user_id = users.id AND book_id = $bookId)
     ORDER BY id`,
  );
  const note = query(
    `INSERT INTO ereader_books (user_id, book_id, sent_at) VALUES ($userId, $bookId, $now) ON CONFLICT DO NOTHING`,
  );
  const noteAnswer = query(
    `UPDATE ereader_books SET refused = $refused
     WHERE user_id = $userId AND book_id = $bookId AND refused <> $refused`,
  );
  const listRefusals = query<{ refused: string }>(
    `SELECT refused FROM ereader_books WHERE refused <> '' AND sent_at >= $since ORDER BY sent_at DESC, user_id`,
  );
  return {
    listWaiting: (bookId: number) => listWaiting.all({ bookId }).map(({ userId }) => userId),
    note: (userId: number, bookId: number, now: string) => void note.run({ userId, bookId, now }),
    /** Why it didn't go out after all; empty when it did later. */
    noteAnswer: (userId: number, bookId: number, refused: string) => void noteAnswer.run({ userId, bookId, refused }),
    /** Why books didn't go out since then, the newest first. */
    listRefusals: (since: string) => listRefusals.all({ since }).map(({ refused }) => refused),
  };
}

type EreaderColumns = { ereaderEmail: string | null; ereaderConfirmed: number; ereaderEachBook: number };

/** Where a member's eReader gets mail, whether its owner confirmed it, and whether it gets each month's book. */
export function createEreaderChoiceStore(query: Query) {
  const find = query<EreaderColumns>(
    `SELECT ereader_email AS ereaderEmail, ereader_confirmed AS ereaderConfirmed, ereader_each_book AS ereaderEachBook
     FROM users WHERE id = $userId`,
  );
  const save = query(
    `UPDATE users SET ereader_email = $ereaderEmail, ereader_confirmed = $ereaderConfirmed,
       ereader_each_book = $ereaderEachBook WHERE id = $userId`,
  );
  const findRefusal = query<{ refused: string }>(
    `SELECT refused FROM ereader_books WHERE user_id = $userId ORDER BY sent_at DESC LIMIT 1`,
  );
  return {
    /** Why the latest book didn't go out; empty when it did. */
    findRefusal: (userId: number): string => findRefusal.get({ userId })?.refused ?? "",
    find: (userId: number): EreaderChoice => {
      const row = find.get({ userId });
      return {
        ereaderEmail: row?.ereaderEmail ?? null,
        ereaderConfirmed: row?.ereaderConfirmed === 1,
        ereaderEachBook: row?.ereaderEachBook === 1,
      };
    },
    save: (userId: number, choice: EreaderChoice) => void save.run({ userId, ...choice }),
  };
}
