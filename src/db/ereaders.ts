import type { Database } from "bun:sqlite";

import type { EreaderChoice } from "#contract/profile.ts";

/** Which books were sent to which eReader (BEYOND 8). */
export function createEreaderStore(db: Database) {
  const listWaiting = db.query<{ userId: number }, { bookId: number }>(
    `SELECT id AS userId FROM users
     WHERE ereader_each_book = 1 AND ereader_email IS NOT NULL AND ereader_confirmed = 1
       AND NOT EXISTS (SELECT 1 FROM ereader_books WHERE user_id = users.id AND book_id = $bookId)
     ORDER BY id`,
  );
  const note = db.query<never, { userId: number; bookId: number; now: string }>(
    `INSERT INTO ereader_books (user_id, book_id, sent_at) VALUES ($userId, $bookId, $now) ON CONFLICT DO NOTHING`,
  );
  const noteAnswer = db.query<never, { userId: number; bookId: number; refused: string }>(
    `UPDATE ereader_books SET refused = $refused
     WHERE user_id = $userId AND book_id = $bookId AND refused <> $refused`,
  );
  const listRefusals = db.query<{ refused: string }, { since: string }>(
    `SELECT refused FROM ereader_books WHERE refused <> '' AND sent_at >= $since ORDER BY sent_at DESC, user_id`,
  );
  return {
    listWaiting: (bookId: number) => listWaiting.all({ bookId }).map(({ userId }) => userId),
    note: (userId: number, bookId: number, now: string) => void note.run({ userId, bookId, now }),
    /** Why it didn't go out after all; empty when it did later. */
    noteAnswer: (userId: number, bookId: number, refused: string) => void noteAnswer.run({ userId, bookId, refused }),
    /** Why books didn't go out since then, the newest first. */
    listRefusals: (since: string) => listRefusals.all({ since }).map(({ refused }) => refused),
  };
}

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
