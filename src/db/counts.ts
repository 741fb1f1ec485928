import { type Query, rowOf } from "./query.ts";

type CountName =
  "members" | "admins" | "sessions" | "books" | "posts" | "browsers" | "refusingBrowsers" | "refusedBooks";

/** Row counts for metrics and the doctor. `refusingBrowsers` are those whose last notification was rejected. */
export function createCounts({ one, all }: Query) {
  return (limits: { seenAfter: string; createdAfter: string }) => {
    const counts = one<Record<CountName, number>>`
      SELECT (SELECT count(*) FROM users) AS members,
             (SELECT count(*) FROM users WHERE is_admin) AS admins,
             (SELECT count(*) FROM sessions WHERE last_seen_at > ${limits.seenAfter}
               AND created_at > ${limits.createdAfter}) AS sessions,
             (SELECT count(*) FROM books) AS books,
             (SELECT count(*) FROM posts) AS posts,
             (SELECT count(*) FROM push_subscriptions) AS browsers,
             (SELECT count(*) FROM push_subscriptions WHERE refused <> '') AS refusingBrowsers,
             (SELECT count(*) FROM ereader_books WHERE refused <> '') AS refusedBooks`;
    const mails = all<{ state: string; count: number }>`SELECT state, count(*) AS count FROM outbox GROUP BY state`;
    const mailCounts: Record<string, number> = Object.fromEntries(mails.map(({ state, count }) => [state, count]));
    return { ...counts, mails: mailCounts };
  };
}

export type Usage = { since: string; count: number };

type Attempts = { failures: number; lastAt: string; blockedUntil: string };

export const createLimitStores = ({ oneOrNull, valueOrNull, run }: Query) => ({
  /** Counts of limits per member. The table also has the times of `latestChanges`. */
  usage: {
    find: (userId: number, limitName: string) => oneOrNull<Usage>`
      SELECT since, count FROM usage WHERE user_id = ${userId} AND what = ${limitName}`,
    save: (userId: number, what: string, { since, count }: Usage) => run`
      INSERT OR REPLACE INTO usage ${rowOf({ userId, what, since, count })}`,
  },
  /** When members last changed something: rows of `usage` whose count has no meaning. */
  latestChanges: {
    findTime: (userId: number, subject: string): string | null => valueOrNull<string>`
      SELECT since FROM usage WHERE user_id = ${userId} AND what = ${`change of ${subject}`}`,
    save: (userId: number, subject: string, since: string) => run`
      INSERT OR REPLACE INTO usage ${rowOf({ userId, what: `change of ${subject}`, since, count: 1 })}`,
  },
  /** Failed attempts by username, device and network. */
  attempts: {
    find: (key: string) => oneOrNull<Attempts>`
      SELECT failures, last_at AS lastAt, blocked_until AS blockedUntil FROM attempts WHERE key = ${key}`,
    save: (key: string, { failures, lastAt, blockedUntil }: Attempts) => run`
      INSERT OR REPLACE INTO attempts ${rowOf({ key, failures, lastAt, blockedUntil })}`,
    delete: (key: string) => run`DELETE FROM attempts WHERE key = ${key}`,
    deleteAll: (prefix: string) => run`DELETE FROM attempts WHERE instr(key, ${prefix}) = 1`,
    deleteOlder: (before: string) => run`DELETE FROM attempts WHERE last_at < ${before}`,
  },
});
