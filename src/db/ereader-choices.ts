import type { Database } from "bun:sqlite";

import type { EreaderChoice } from "#contract/profile.ts";

type Row = { ereaderEmail: string | null; ereaderConfirmed: number; ereaderEachBook: number };

/** Where a member's eReader gets mail, whether its owner confirmed it, and whether it gets each month's book. */
export function createEreaderChoiceStore(db: Database) {
  const find = db.query<Row, { userId: number }>(
    `SELECT ereader_email AS ereaderEmail, ereader_confirmed AS ereaderConfirmed, ereader_each_book AS ereaderEachBook
     FROM users WHERE id = $userId`,
  );
  const save = db.query<never, EreaderChoice & { userId: number }>(
    `UPDATE users SET ereader_email = $ereaderEmail, ereader_confirmed = $ereaderConfirmed,
       ereader_each_book = $ereaderEachBook WHERE id = $userId`,
  );
  const findRefusal = db.query<{ refused: string }, { userId: number }>(
    `SELECT refused FROM ereader_books WHERE user_id = $userId ORDER BY sent_at DESC LIMIT 1`,
  );
  return {
    /** Why the latest book didn't go out; empty when it did. */
    findRefusal: (userId: number): string => findRefusal.get({ userId })?.refused ?? "",
    find: (userId: number): EreaderChoice => {
      const row = find.get({ userId });
      return {
        ereaderEmail: row?.ereaderEmail ?? null,
        ereaderConfirmed: row?.ereaderConfirmed === 1,
        ereaderEachBook: row?.ereaderEachBook === 1,
      };
    },
    save: (userId: number, choice: EreaderChoice) => void save.run({ userId, ...choice }),
  };
}
