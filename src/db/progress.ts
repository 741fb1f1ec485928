import type { Database } from "bun:sqlite";

import { JUMPS_KEPT } from "#contract/limits.ts";
import type { Jump } from "#contract/progress.ts";

/** Positions in seconds; `runSought` is 0 or 1. */
export type ProgressRow = {
  position: number;
  chapter: number;
  revision: number;
  updatedAt: string;
  device: string | null;
  client: string | null;
  sequence: number;
  streakBase: number;
  runStart: number;
  reached: number;
  runSought: number;
  /** Furthest position that counts as reached (BEYOND 6). */
  counted: number;
  /** Target of a jump that doesn't count yet, or null. */
  jumpedTo: number | null;
};

export type PlaceKey = { userId: number; bookId: number };
export type NewJump = { position: number; chapter: number; device: string | null; leftAt: string };

/** Each member's position in each audiobook (SPEC 3), and positions left by a jump. */
export function createProgressStore(db: Database) {
  const find = db.query<ProgressRow, PlaceKey>(
    `SELECT position, chapter, revision, updated_at AS updatedAt, device, client, client_sequence AS sequence,
       streak_base AS streakBase, run_start AS runStart, reached, run_sought AS runSought,
       counted, jumped_to AS jumpedTo
     FROM progress WHERE user_id = $userId AND book_id = $bookId`,
  );
  const save = db.query<never, ProgressRow & PlaceKey>(
    `INSERT INTO progress (user_id, book_id, position, chapter, revision, updated_at, device, client,
       client_sequence, streak_base, run_start, reached, run_sought, counted, jumped_to)
     VALUES ($userId, $bookId, $position, $chapter, $revision, $updatedAt, $device, $client,
       $sequence, $streakBase, $runStart, $reached, $runSought, $counted, $jumpedTo)
     ON CONFLICT DO UPDATE SET position = $position, chapter = $chapter, revision = $revision,
       updated_at = $updatedAt, device = $device, client = $client, client_sequence = $sequence,
       streak_base = $streakBase, run_start = $runStart, reached = $reached, run_sought = $runSought,
       counted = $counted, jumped_to = $jumpedTo`,
  );
  const listJumps = db.query<Jump, PlaceKey>(
    `SELECT id, position AS currentTime, chapter, left_at AS leftAt, device
     FROM progress_jumps WHERE user_id = $userId AND book_id = $bookId ORDER BY id DESC`,
  );
  const insertJump = db.query<never, NewJump & PlaceKey>(
    `INSERT INTO progress_jumps (user_id, book_id, position, chapter, device, left_at)
     VALUES ($userId, $bookId, $position, $chapter, $device, $leftAt)`,
  );
  const removeJumpsAt = db.query<never, PlaceKey & { position: number }>(
    `DELETE FROM progress_jumps WHERE user_id = $userId AND book_id = $bookId AND position = $position`,
  );
  const removeJump = db.query<never, { id: number }>(`DELETE FROM progress_jumps WHERE id = $id`);
  const removeOldJumps = db.query<never, PlaceKey & { kept: number }>(
    `DELETE FROM progress_jumps WHERE id IN (
       SELECT id FROM progress_jumps WHERE user_id = $userId AND book_id = $bookId
       ORDER BY id DESC LIMIT -1 OFFSET $kept)`,
  );

  return {
    find: (key: PlaceKey): ProgressRow | null => find.get(key),
    save: (key: PlaceKey, row: ProgressRow) => {
      save.run({ ...key, ...row });
    },
    listJumps: (key: PlaceKey): Jump[] => listJumps.all(key),
    /** Keeps the newest `JUMPS_KEPT`. Call inside a transaction. */
    insertJump: (key: PlaceKey, jump: NewJump) => {
      removeJumpsAt.run({ ...key, position: jump.position });
      insertJump.run({ ...key, ...jump });
      removeOldJumps.run({ ...key, kept: JUMPS_KEPT });
    },
    removeJump: (id: number) => {
      removeJump.run({ id });
    },
  };
}
