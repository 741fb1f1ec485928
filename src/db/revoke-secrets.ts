import type { Database } from "bun:sqlite";

/**
 * Ends everything that lets its holder act or read as a member, by table (BEYOND 9). Notifications end with their
 * session. A table with secrets that isn't here fails members/resets.test.ts.
 */
export const REVOKED_TABLES = {
  // answer links are signed with the count
  users: "UPDATE users SET resets = resets + 1 WHERE id = $userId",
  sessions: "DELETE FROM sessions WHERE user_id = $userId",
  known_devices: "DELETE FROM known_devices WHERE user_id = $userId",
  one_time_secrets: "DELETE FROM one_time_secrets WHERE user_id = $userId OR made_by = $userId",
  passkeys: "DELETE FROM passkeys WHERE user_id = $userId",
  feeds: "DELETE FROM feeds WHERE user_id = $userId",
  calendar_feeds: "DELETE FROM calendar_feeds WHERE user_id = $userId",
  invitations: "UPDATE invitations SET revoked_at = $now WHERE made_by = $userId AND revoked_at IS NULL",
} as const;

export function createSecretStore(db: Database) {
  const ends = Object.values(REVOKED_TABLES).map((sql) => db.query<never, { userId: number; now: string }>(sql));
  const findResets = db.query<{ resets: number }, { userId: number }>(`SELECT resets FROM users WHERE id = $userId`);
  return {
    endAll: (userId: number, now: string) => {
      for (const end of ends) end.run({ userId, now });
    },
    /** How often the member's password was reset. */
    resets: (userId: number): number => findResets.get({ userId })?.resets ?? 0,
  };
}
