import type { Database } from "bun:sqlite";

import { requireRow } from "./require-row.ts";

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
