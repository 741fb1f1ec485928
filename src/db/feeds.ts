import type { FeedKind } from "#contract/feeds.ts";

import type { Query } from "./query.ts";

type FeedRow = { token: string; lastFetchedAt: string | null; lastFetchedBy: string | null };

export const createFeedStores = ({ oneOrNull, valueOrNull, run }: Query) => ({
  /** Secret podcast and OPDS URLs (BEYOND 8). */
  feeds: {
    find: (userId: number, kind: FeedKind) => oneOrNull<FeedRow>`
      SELECT token, last_fetched_at AS lastFetchedAt, last_fetched_by AS lastFetchedBy
      FROM feeds WHERE user_id = ${userId} AND kind = ${kind}`,
    findOwner: (token: string, kind: FeedKind) => valueOrNull<number>`
      SELECT user_id AS userId FROM feeds WHERE token = ${token} AND kind = ${kind}`,
    save: (userId: number, kind: FeedKind, token: string, now: string) => run`
      INSERT INTO feeds (user_id, kind, token, created_at) VALUES (${userId}, ${kind}, ${token}, ${now})
      ON CONFLICT (user_id, kind) DO UPDATE
      SET token = ${token}, created_at = ${now}, last_fetched_at = NULL, last_fetched_by = NULL`,
    delete: (userId: number, kind: FeedKind) => run`DELETE FROM feeds WHERE user_id = ${userId} AND kind = ${kind}`,
    touch: (token: string, now: string, appName: string) => run`
      UPDATE feeds SET last_fetched_at = ${now}, last_fetched_by = ${appName} WHERE token = ${token}`,
  },
  /** Secret calendar URLs (BEYOND 3). */
  calendarFeeds: {
    find: (userId: number) => valueOrNull<string>`SELECT token FROM calendar_feeds WHERE user_id = ${userId}`,
    findOwner: (token: string) => valueOrNull<number>`
      SELECT user_id AS userId FROM calendar_feeds WHERE token = ${token}`,
    save: (userId: number, token: string, now: string) => run`
      INSERT INTO calendar_feeds (user_id, token, created_at) VALUES (${userId}, ${token}, ${now})
      ON CONFLICT (user_id) DO UPDATE SET token = ${token}, created_at = ${now}`,
    delete: (userId: number) => run`DELETE FROM calendar_feeds WHERE user_id = ${userId}`,
  },
});
