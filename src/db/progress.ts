import type { Database } from "bun:sqlite";

import type { Progress } from "#contract/progress.ts";

export type ProgressStore = ReturnType<typeof createProgressStore>;

/** Each member's own place in each audiobook (SPEC 3). */
export function createProgressStore(db: Database) {
  const find = db.query<Progress, { userId: number; bookId: number }>(
    `SELECT book_id AS bookId, position AS currentTime, chapter, updated_at AS updatedAt
     FROM progress WHERE user_id = $userId AND book_id = $bookId`,
  );
  const save = db.query<
    never,
    { userId: number; bookId: number; position: number; chapter: number; updatedAt: string }
  >(
    `INSERT INTO progress (user_id, book_id, position, chapter, revision, updated_at)
     VALUES ($userId, $bookId, $position, $chapter, 1, $updatedAt)
     ON CONFLICT DO UPDATE SET position = $position, chapter = $chapter, revision = revision + 1,
       updated_at = $updatedAt`,
  );

  return {
    find: (userId: number, bookId: number): Progress | null => find.get({ userId, bookId }),
    /** @param position seconds, at least 0 */
    save: (userId: number, bookId: number, position: number, chapter: number, updatedAt: string) => {
      save.run({ userId, bookId, position, chapter, updatedAt });
    },
  };
}
