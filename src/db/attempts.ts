import type { Database } from "bun:sqlite";

type Attempts = { failures: number; lastAt: string; blockedUntil: string };

/** Failed attempts by name, device and address; stored, so a restart doesn't reset them. */
export function createAttemptStore(db: Database) {
  const find = db.query<Attempts, { key: string }>(
    `SELECT failures, last_at AS lastAt, blocked_until AS blockedUntil FROM attempts WHERE key = $key`,
  );
  const save = db.query<never, Attempts & { key: string }>(
    `INSERT INTO attempts (key, failures, last_at, blocked_until) VALUES ($key, $failures, $lastAt, $blockedUntil)
     ON CONFLICT DO UPDATE SET failures = $failures, last_at = $lastAt, blocked_until = $blockedUntil`,
  );
  const remove = db.query<never, { key: string }>(`DELETE FROM attempts WHERE key = $key`);
  const removeAll = db.query<never, { prefix: string }>(`DELETE FROM attempts WHERE instr(key, $prefix) = 1`);
  const removeOlder = db.query<never, { before: string }>(`DELETE FROM attempts WHERE last_at < $before`);

  return {
    find: (key: string) => find.get({ key }),
    save: (key: string, attempts: Attempts) => void save.run({ key, ...attempts }),
    remove: (key: string) => void remove.run({ key }),
    removeAll: (prefix: string) => void removeAll.run({ prefix }),
    removeOlder: (before: string) => void removeOlder.run({ before }),
  };
}
