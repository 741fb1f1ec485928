import type { Database } from "bun:sqlite";

import type { FeedKind } from "#contract/feeds.ts";

type FeedRow = { token: string; lastFetchedAt: string | null; lastFetchedBy: string | null };

/** Secret podcast and OPDS addresses, at most one of each per member (BEYOND 8). */
export function createFeedStore(db: Database) {
  const find = db.query<FeedRow, { userId: number; kind: FeedKind }>(
    `SELECT token, last_fetched_at AS lastFetchedAt, last_fetched_by AS lastFetchedBy
     FROM feeds WHERE user_id = $userId AND kind = $kind`,
  );
  const findOwner = db.query<{ userId: number }, { token: string; kind: FeedKind }>(
    `SELECT user_id AS userId FROM feeds WHERE token = $token AND kind = $kind`,
  );
  const save = db.query<never, { userId: number; kind: FeedKind; token: string; now: string }>(
    `INSERT INTO feeds (user_id, kind, token, created_at) VALUES ($userId, $kind, $token, $now)
     ON CONFLICT (user_id, kind) DO UPDATE
     SET token = $token, created_at = $now, last_fetched_at = NULL, last_fetched_by = NULL`,
  );
  const remove = db.query<never, { userId: number; kind: FeedKind }>(
    `DELETE FROM feeds WHERE user_id = $userId AND kind = $kind`,
  );
  const touch = db.query<never, { token: string; now: string; by: string }>(
    `UPDATE feeds SET last_fetched_at = $now, last_fetched_by = $by WHERE token = $token`,
  );
  return {
    find: (userId: number, kind: FeedKind) => find.get({ userId, kind }),
    findOwner: (token: string, kind: FeedKind) => findOwner.get({ token, kind })?.userId ?? null,
    save: (userId: number, kind: FeedKind, token: string, now: string) => void save.run({ userId, kind, token, now }),
    remove: (userId: number, kind: FeedKind) => void remove.run({ userId, kind }),
    touch: (token: string, now: string, by: string) => void touch.run({ token, now, by }),
  };
}

/** Secret calendar addresses, at most one per member (BEYOND 3). */
export function createCalendarFeedStore(db: Database) {
  const find = db.query<{ token: string }, { userId: number }>(
    `SELECT token FROM calendar_feeds WHERE user_id = $userId`,
  );
  const findOwner = db.query<{ userId: number }, { token: string }>(
    `SELECT user_id AS userId FROM calendar_feeds WHERE token = $token`,
  );
  const save = db.query<never, { userId: number; token: string; now: string }>(
    `INSERT INTO calendar_feeds (user_id, token, created_at) VALUES ($userId, $token, $now)
     ON CONFLICT (user_id) DO UPDATE SET token = $token, created_at = $now`,
  );
  const remove = db.query<never, { userId: number }>(`DELETE FROM calendar_feeds WHERE user_id = $userId`);
  return {
    find: (userId: number) => find.get({ userId })?.token ?? null,
    findOwner: (token: string) => findOwner.get({ token })?.userId ?? null,
    save: (userId: number, token: string, now: string) => void save.run({ userId, token, now }),
    remove: (userId: number) => void remove.run({ userId }),
  };
}
