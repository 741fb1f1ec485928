import type { Database } from "bun:sqlite";

import { requireRow } from "./errors.ts";

type Pause = { reason: string; until: string };

const NEVER = "9999-12-31T23:59:59.999Z";

/** The email service's switch and the lease on the outbox: one row. */
export function createEmailStore(db: Database) {
  const find = db.query<Row, []>(
    `SELECT enabled, enabled_at AS enabledAt, sender, lease_until AS leaseUntil, pause_reason AS reason,
            paused_until AS until FROM email_settings WHERE id = 1`,
  );
  const switchTo = db.query<never, { enabled: boolean; now: string }>(
    `UPDATE email_settings SET enabled = $enabled, enabled_at = $now WHERE id = 1`,
  );
  const setEnabledAt = db.query<never, { at: string; after: string }>(
    `UPDATE email_settings SET enabled_at = $at WHERE id = 1 AND coalesce(enabled_at, '') >= $after`,
  );
  const acquireLease = db.query<{ id: number }, { sender: string; now: string; until: string }>(
    `UPDATE email_settings SET sender = $sender, lease_until = $until
     WHERE id = 1 AND (sender IS NULL OR sender = $sender OR lease_until <= $now OR lease_until > $until) RETURNING id`,
  );
  const renew = db.query<{ id: number }, { sender: string; until: string }>(
    `UPDATE email_settings SET lease_until = $until WHERE id = 1 AND sender = $sender RETURNING id`,
  );
  const releaseLease = db.query<never, { sender: string }>(
    `UPDATE email_settings SET sender = NULL, lease_until = NULL WHERE id = 1 AND sender = $sender`,
  );
  const evict = db.query<never, { prefix: string }>(
    `UPDATE email_settings SET sender = NULL, lease_until = NULL WHERE id = 1 AND instr(sender, $prefix) = 1`,
  );
  const pause = db.query<never, { reason: string | null; until: string | null }>(
    `UPDATE email_settings SET pause_reason = $reason, paused_until = $until WHERE id = 1`,
  );
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

export function createAnnouncementStore(db: Database) {
  const find = db.query<Announcement, { id: number }>(`SELECT subject, message FROM announcements WHERE id = $id`);
  const insert = db.query<{ id: number }, Announcement & { now: string }>(
    `INSERT INTO announcements (subject, message, created_at) VALUES ($subject, $message, $now) RETURNING id`,
  );
  return {
    find: (id: number) => find.get({ id }),
    insert: (announcement: Announcement, now: string): number => requireRow(insert.get({ ...announcement, now })).id,
  };
}
