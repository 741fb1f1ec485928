import type { FeedKind } from "#contract/feeds.ts";

import { type Query, rowOf } from "./query.ts";

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
      INSERT OR REPLACE INTO feeds ${rowOf({ userId, kind, token, createdAt: now })}`,
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
      INSERT OR REPLACE INTO calendar_feeds ${rowOf({ userId, token, createdAt: now })}`,
    delete: (userId: number) => run`DELETE FROM calendar_feeds WHERE user_id = ${userId}`,
  },
});
