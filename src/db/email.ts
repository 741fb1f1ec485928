import type { EreaderChoice } from "#contract/profile.ts";

import { requireRow } from "./errors.ts";
import type { Query } from "./query.ts";

type Pause = { reason: string; until: string };

const NEVER = "9999-12-31T23:59:59.999Z";

/** A single row with the email service's switch and the lease on the outbox. */
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
    /** A restored server must not send mail that was due before. */
    disableUntilRestart: () => void setEnabledAt.run({ at: NEVER, after: "" }),
    /** Call it at server start. A future time comes from a restore or a wrong clock. */
    start: (now: string) => void setEnabledAt.run({ at: now, after: now }),
    /** @param farthest the latest end of a valid lease */
    hasSender: (now: string, farthest: string) => {
      const { sender, leaseUntil } = row();
      return sender !== null && leaseUntil !== null && leaseUntil > now && leaseUntil <= farthest;
    },
    /** Also replaces an expired lease, or one that is too long after a clock change. @returns false if there's a sender */
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
  const findSince = query<{ id: number }>(
    `SELECT id FROM announcements WHERE subject = $subject AND message = $message AND created_at > $since LIMIT 1`,
  );
  const insert = query<{ id: number }>(
    `INSERT INTO announcements (subject, message, created_at) VALUES ($subject, $message, $now) RETURNING id`,
  );
  return {
    find: (id: number) => find.get({ id }),
    wasCreatedSince: (announcement: Announcement, since: string) => findSince.get({ ...announcement, since }) !== null,
    insert: (announcement: Announcement, now: string): number => requireRow(insert.get({ ...announcement, now })).id,
  };
}

/** Books that were sent to eReaders (BEYOND 8). */
export function createEreaderStore(query: Query) {
  const listWaiting = query<{ userId: number }>(
    `SELECT id AS userId FROM users
     WHERE ereader_each_book = 1 AND ereader_email IS NOT NULL AND ereader_confirmed = 1
       AND NOT EXISTS (SELECT 1 FROM ereader_books WHERE user_id = users.id AND book_id = $bookId)
     ORDER BY id`,
  );
  const markSent = query(
    `INSERT INTO ereader_books (user_id, book_id, sent_at) VALUES ($userId, $bookId, $now) ON CONFLICT DO NOTHING`,
  );
  const updateRefusal = query(
    `UPDATE ereader_books SET refused = $refused
     WHERE user_id = $userId AND book_id = $bookId AND refused <> $refused`,
  );
  const listRefusals = query<{ refused: string }>(
    `SELECT refused FROM ereader_books WHERE refused <> '' AND sent_at >= $since ORDER BY sent_at DESC, user_id`,
  );
  return {
    listWaiting: (bookId: number) => listWaiting.all({ bookId }).map(({ userId }) => userId),
    markSent: (userId: number, bookId: number, now: string) => void markSent.run({ userId, bookId, now }),
    updateRefusal: (userId: number, bookId: number, refused: string) =>
      void updateRefusal.run({ userId, bookId, refused }),
    listRefusals: (since: string) => listRefusals.all({ since }).map(({ refused }) => refused),
  };
}

type EreaderColumns = { ereaderEmail: string | null; ereaderConfirmed: number; ereaderEachBook: number };

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
    /** The reason why the latest book wasn't sent, or empty. */
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
