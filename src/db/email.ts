import type { EreaderChoice } from "#contract/profile.ts";

import { changesOf, type Query, rowOf } from "./query.ts";

export type DeliveryPause = { reason: string; until: string };

const TIME_MAX = "9999-12-31T23:59:59.999Z";

/** A single row with the email service's switch and the lease on the outbox. */
export function createEmailStore({ one, exists, run }: Query) {
  const setEnabledAt = (at: string, earliestAt: string) => run`
    UPDATE email_settings SET enabled_at = ${at} WHERE id = 1 AND coalesce(enabled_at, '') >= ${earliestAt}`;
  const row = (): Row => one<Row>`
    SELECT enabled AS "enabled:boolean", enabled_at AS enabledAt, sender, lease_until AS leaseUntil,
           pause_reason AS reason, paused_until AS until FROM email_settings WHERE id = 1`;

  return {
    isEnabled: () => row().enabled,
    wasEnabled: (at: string) => {
      const { enabled, enabledAt } = row();
      return enabled && (enabledAt === null || enabledAt <= at);
    },
    enable: (enabled: boolean, now: string) => run`
      UPDATE email_settings SET enabled = ${enabled}, enabled_at = ${now} WHERE id = 1`,
    /** A restored server must not send mail that was due before. */
    disableUntilRestart: () => setEnabledAt(TIME_MAX, ""),
    /** Call it when the server starts. A future time comes from a restore or a wrong clock. */
    start: (now: string) => setEnabledAt(now, now),
    /** @param latestUntil the latest end of a valid lease */
    hasSender: (now: string, latestUntil: string) => {
      const { sender, leaseUntil } = row();
      return sender !== null && leaseUntil !== null && leaseUntil > now && leaseUntil <= latestUntil;
    },
    /** Also replaces an expired lease, or one that a clock change made too long. @returns false if there's a sender */
    acquireLease: (sender: string, now: string, until: string) => exists`
      UPDATE email_settings SET sender = ${sender}, lease_until = ${until}
      WHERE id = 1 AND (sender IS NULL OR sender = ${sender} OR lease_until <= ${now} OR lease_until > ${until})
      RETURNING id`,
    renew: (sender: string, until: string) => exists`
      UPDATE email_settings SET lease_until = ${until} WHERE id = 1 AND sender = ${sender} RETURNING id`,
    releaseLease: (sender: string) => run`
      UPDATE email_settings SET sender = NULL, lease_until = NULL WHERE id = 1 AND sender = ${sender}`,
    evict: (prefix: string) => run`
      UPDATE email_settings SET sender = NULL, lease_until = NULL WHERE id = 1 AND instr(sender, ${prefix}) = 1`,
    findPause: (): DeliveryPause | null => {
      const { reason, until } = row();
      return reason === null || until === null ? null : { reason, until };
    },
    pause: (deliveryPause: DeliveryPause | null) => run`
      UPDATE email_settings SET pause_reason = ${deliveryPause?.reason ?? null}, paused_until = ${deliveryPause?.until ?? null}
      WHERE id = 1`,
  };
}

type Row = {
  enabled: boolean;
  enabledAt: string | null;
  sender: string | null;
  leaseUntil: string | null;
  reason: string | null;
  until: string | null;
};

export type Announcement = { subject: string; message: string };

export const createMailStores = ({ one, oneOrNull, value, exists, column, run, valueOrNull }: Query) => ({
  announcements: {
    find: (id: number) => oneOrNull<Announcement>`SELECT subject, message FROM announcements WHERE id = ${id}`,
    wasCreatedSince: ({ subject, message }: Announcement, since: string) => exists`
      SELECT id FROM announcements WHERE subject = ${subject} AND message = ${message} AND created_at > ${since}`,
    insert: ({ subject, message }: Announcement, now: string): number => value<number>`
      INSERT INTO announcements ${rowOf({ subject, message, createdAt: now })} RETURNING id`,
  },
  /** Books that were sent to eReaders (BEYOND 8). */
  ereaderBooks: {
    findWaiting: (bookId: number) => oneOrNull<{ userId: number; ereaderEmail: string }>`
      SELECT id AS userId, ereader_email AS ereaderEmail FROM users
      WHERE ereader_each_book = 1 AND ereader_email IS NOT NULL AND ereader_confirmed = 1
        AND NOT EXISTS (SELECT 1 FROM ereader_books WHERE user_id = users.id AND book_id = ${bookId})
      ORDER BY id LIMIT 1`,
    markSent: (userId: number, bookId: number, now: string) => run`
      INSERT INTO ereader_books ${rowOf({ userId, bookId, sentAt: now })} ON CONFLICT DO NOTHING`,
    updateRefusal: (userId: number, bookId: number, refused: string) => run`
      UPDATE ereader_books SET refused = ${refused}
      WHERE user_id = ${userId} AND book_id = ${bookId} AND refused <> ${refused}`,
    listRefusals: (since: string) => column<string>`
      SELECT refused FROM ereader_books WHERE refused <> '' AND sent_at >= ${since} ORDER BY sent_at DESC, user_id`,
  },
  ereaderChoices: {
    /** The reason why the latest book wasn't sent, or empty. */
    findRefusal: (userId: number): string =>
      valueOrNull<string>`
        SELECT refused FROM ereader_books WHERE user_id = ${userId} ORDER BY sent_at DESC LIMIT 1` ?? "",
    find: (userId: number) => one<EreaderChoice>`
      SELECT ereader_email AS ereaderEmail, ereader_confirmed AS "ereaderConfirmed:boolean",
        ereader_each_book AS "ereaderEachBook:boolean"
      FROM users WHERE id = ${userId}`,
    save: (userId: number, { ereaderEmail, ereaderConfirmed, ereaderEachBook }: EreaderChoice) => run`
      UPDATE users SET ${changesOf({ ereaderEmail, ereaderConfirmed, ereaderEachBook })} WHERE id = ${userId}`,
  },
});
