import type { Database } from "bun:sqlite";

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
