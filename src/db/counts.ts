import type { Database } from "bun:sqlite";

import { requireRow } from "./errors.ts";

type Counts = {
  members: number;
  admins: number;
  sessions: number;
  books: number;
  posts: number;
  /** Browsers that get notifications, and those whose service refused the last one. */
  browsers: number;
  refusing: number;
  /** EBooks that didn't go out to eReaders. */
  refusedBooks: number;
  mails: Record<string, number>;
};

/** Row counts for metrics and the doctor. */
export function createCounts(db: Database) {
  const countMails = db.query<{ state: string; mails: number }, []>(
    `SELECT state, count(*) AS mails FROM outbox GROUP BY state`,
  );
  const count = db.query<Omit<Counts, "mails">, { seenAfter: string; createdAfter: string }>(
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

/** How often a member did something that is limited. It is stored, so a restart doesn't reset it. */
export function createUsageStore(db: Database) {
  const find = db.query<Usage, { userId: number; what: string }>(
    `SELECT since, count FROM usage WHERE user_id = $userId AND what = $what`,
  );
  const save = db.query<never, Usage & { userId: number; what: string }>(
    `INSERT INTO usage (user_id, what, since, count) VALUES ($userId, $what, $since, $count)
     ON CONFLICT DO UPDATE SET since = $since, count = $count`,
  );
  return {
    find: (userId: number, what: string) => find.get({ userId, what }),
    save: (userId: number, what: string, usage: Usage) => void save.run({ userId, what, ...usage }),
  };
}
