import type { Database } from "bun:sqlite";

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
