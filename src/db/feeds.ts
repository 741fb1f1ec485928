import type { FeedKind } from "#contract/feeds.ts";

import type { Query } from "./query.ts";

type FeedRow = { token: string; lastFetchedAt: string | null; lastFetchedBy: string | null };

/** Secret podcast and OPDS URLs (BEYOND 8). */
export function createFeedStore(query: Query) {
  const find = query<FeedRow>(
    `SELECT token, last_fetched_at AS lastFetchedAt, last_fetched_by AS lastFetchedBy
     FROM feeds WHERE user_id = $userId AND kind = $kind`,
  );
  const findOwner = query<{ userId: number }>(
    `SELECT user_id AS userId FROM feeds WHERE token = $token AND kind = $kind`,
  );
  const save = query(
    `INSERT INTO feeds (user_id, kind, token, created_at) VALUES ($userId, $kind, $token, $now)
     ON CONFLICT (user_id, kind) DO UPDATE
     SET token = $token, created_at = $now, last_fetched_at = NULL, last_fetched_by = NULL`,
  );
  const remove = query(`DELETE FROM feeds WHERE user_id = $userId AND kind = $kind`);
  const touch = query(`UPDATE feeds SET last_fetched_at = $now, last_fetched_by = $by WHERE token = $token`);
  return {
    find: (userId: number, kind: FeedKind) => find.get({ userId, kind }),
    findOwner: (token: string, kind: FeedKind) => findOwner.get({ token, kind })?.userId ?? null,
    save: (userId: number, kind: FeedKind, token: string, now: string) => void save.run({ userId, kind, token, now }),
    remove: (userId: number, kind: FeedKind) => void remove.run({ userId, kind }),
    touch: (token: string, now: string, by: string) => void touch.run({ token, now, by }),
  };
}

/** Secret calendar URLs (BEYOND 3). */
export function createCalendarFeedStore(query: Query) {
  const find = query<{ token: string }>(`SELECT token FROM calendar_feeds WHERE user_id = $userId`);
  const findOwner = query<{ userId: number }>(`SELECT user_id AS userId FROM calendar_feeds WHERE token = $token`);
  const save = query(
    `INSERT INTO calendar_feeds (user_id, token, created_at) VALUES ($userId, $token, $now)
     ON CONFLICT (user_id) DO UPDATE SET token = $token, created_at = $now`,
  );
  const remove = query(`DELETE FROM calendar_feeds WHERE user_id = $userId`);
  return {
    find: (userId: number) => find.get({ userId })?.token ?? null,
    findOwner: (token: string) => findOwner.get({ token })?.userId ?? null,
    save: (userId: number, token: string, now: string) => void save.run({ userId, token, now }),
    remove: (userId: number) => void remove.run({ userId }),
  };
}
