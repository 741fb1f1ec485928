import { requireRow } from "./errors.ts";
import type { Query } from "./query.ts";

type Counts = {
  members: number;
  admins: number;
  sessions: number;
  books: number;
  posts: number;
  /** Push subscriptions, and those whose service rejected the last notification. */
  browsers: number;
  refusing: number;
  refusedBooks: number;
  mails: Record<string, number>;
};

/** Row counts for metrics and the doctor. */
export function createCounts(query: Query) {
  const countMails = query<{ state: string; mails: number }>(
    `SELECT state, count(*) AS mails FROM outbox GROUP BY state`,
  );
  const count = query<Omit<Counts, "mails">>(
    `SELECT (SELECT count(*) FROM users) AS members,
            (SELECT count(*) FROM users WHERE is_admin) AS admins,
            (SELECT count(*) FROM sessions WHERE last_seen_at > $seenAfter AND created_at > $createdAfter) AS sessions,
            (SELECT count(*) FROM books) AS books,
            (SELECT count(*) FROM posts) AS posts,
            (SELECT count(*) FROM push_subscriptions) AS browsers,
            (SELECT count(*) FROM push_subscriptions WHERE refused <> '') AS refusing,
            (SELECT count(*) FROM ereader_books WHERE refused <> '') AS refusedBooks`,
  );
  return (limits: { seenAfter: string; createdAfter: string }): Counts => {
    const counts = requireRow(count.get(limits));
    return { ...counts, mails: Object.fromEntries(countMails.all().map(({ state, mails }) => [state, mails])) };
  };
}

export type Usage = { since: string; count: number };

/** Counts of limits per member. */
export function createUsageStore(query: Query) {
  const find = query<Usage>(`SELECT since, count FROM usage WHERE user_id = $userId AND what = $what`);
  const save = query(
    `INSERT INTO usage (user_id, what, since, count) VALUES ($userId, $what, $since, $count)
     ON CONFLICT DO UPDATE SET since = $since, count = $count`,
  );
  return {
    find: (userId: number, what: string) => find.get({ userId, what }),
    save: (userId: number, what: string, usage: Usage) => void save.run({ userId, what, ...usage }),
  };
}

type Attempts = { failures: number; lastAt: string; blockedUntil: string };

/** Failed attempts by username, device and network. */
export function createAttemptStore(query: Query) {
  const find = query<Attempts>(
    `SELECT failures, last_at AS lastAt, blocked_until AS blockedUntil FROM attempts WHERE key = $key`,
  );
  const save = query(
    `INSERT INTO attempts (key, failures, last_at, blocked_until) VALUES ($key, $failures, $lastAt, $blockedUntil)
     ON CONFLICT DO UPDATE SET failures = $failures, last_at = $lastAt, blocked_until = $blockedUntil`,
  );
  const remove = query(`DELETE FROM attempts WHERE key = $key`);
  const removeAll = query(`DELETE FROM attempts WHERE instr(key, $prefix) = 1`);
  const removeOlder = query(`DELETE FROM attempts WHERE last_at < $before`);

  return {
    find: (key: string) => find.get({ key }),
    save: (key: string, attempts: Attempts) => void save.run({ key, ...attempts }),
    remove: (key: string) => void remove.run({ key }),
    removeAll: (prefix: string) => void removeAll.run({ prefix }),
    removeOlder: (before: string) => void removeOlder.run({ before }),
  };
}
