import type { Database } from "bun:sqlite";

import type { EreaderChoice } from "#contract/profile.ts";

/** E-reader addresses, and which books were sent there (BEYOND 8). */
export function createEreaderStore(db: Database) {
  const find = db.query<{ ereaderEmail: string | null; ereaderEachBook: number }, { userId: number }>(
    `SELECT ereader_email AS ereaderEmail, ereader_each_book AS ereaderEachBook FROM users WHERE id = $userId`,
  );
  const save = db.query<never, { userId: number; ereaderEmail: string | null; ereaderEachBook: number }>(
    `UPDATE users SET ereader_email = $ereaderEmail, ereader_each_book = $ereaderEachBook WHERE id = $userId`,
  );
  const listWaiting = db.query<{ userId: number }, { bookId: number }>(
    `SELECT id AS userId FROM users
     WHERE ereader_each_book = 1 AND ereader_email IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM ereader_books WHERE user_id = users.id AND book_id = $bookId)
     ORDER BY id`,
  );
  const note = db.query<never, { userId: number; bookId: number; now: string }>(
    `INSERT INTO ereader_books (user_id, book_id, sent_at) VALUES ($userId, $bookId, $now) ON CONFLICT DO NOTHING`,
  );
  return {
    find: (userId: number): EreaderChoice => {
      const row = find.get({ userId });
      return { ereaderEmail: row?.ereaderEmail ?? null, ereaderEachBook: row?.ereaderEachBook === 1 };
    },
    save: (userId: number, { ereaderEmail, ereaderEachBook }: EreaderChoice) => {
      save.run({ userId, ereaderEmail, ereaderEachBook: Number(ereaderEachBook) });
    },
    listWaiting: (bookId: number) => listWaiting.all({ bookId }).map(({ userId }) => userId),
    note: (userId: number, bookId: number, now: string) => {
      note.run({ userId, bookId, now });
    },
  };
}
