import type { Database } from "bun:sqlite";

import type { EreaderChoice } from "#contract/profile.ts";

/** Where a member's e-reader gets mail, and whether it gets each month's book. */
export function createEreaderChoiceStore(db: Database) {
  const find = db.query<{ ereaderEmail: string | null; ereaderEachBook: number }, { userId: number }>(
    `SELECT ereader_email AS ereaderEmail, ereader_each_book AS ereaderEachBook FROM users WHERE id = $userId`,
  );
  const save = db.query<never, { userId: number; ereaderEmail: string | null; ereaderEachBook: number }>(
    `UPDATE users SET ereader_email = $ereaderEmail, ereader_each_book = $ereaderEachBook WHERE id = $userId`,
  );
  return {
    find: (userId: number): EreaderChoice => {
      const row = find.get({ userId });
      return { ereaderEmail: row?.ereaderEmail ?? null, ereaderEachBook: row?.ereaderEachBook === 1 };
    },
    save: (userId: number, { ereaderEmail, ereaderEachBook }: EreaderChoice) => {
      save.run({ userId, ereaderEmail, ereaderEachBook: Number(ereaderEachBook) });
    },
  };
}
