import type { Database } from "bun:sqlite";

import type { PaceChoice } from "#contract/profile.ts";

/** Whether members want to be told what is left until the meeting. */
export function createPaceChoiceStore(db: Database) {
  const find = db.query<{ wantsPace: number }, { userId: number }>(
    `SELECT wants_pace AS wantsPace FROM users WHERE id = $userId`,
  );
  const save = db.query<never, PaceChoice & { userId: number }>(
    `UPDATE users SET wants_pace = $wantsPace WHERE id = $userId`,
  );
  return {
    find: (userId: number): PaceChoice => ({ wantsPace: find.get({ userId })?.wantsPace !== 0 }),
    save: (userId: number, { wantsPace }: PaceChoice) => void save.run({ userId, wantsPace }),
  };
}
