import type { Database } from "bun:sqlite";

import { JUMPS_KEPT } from "#contract/limits.ts";
import type { ReadingJump } from "#contract/reading.ts";

import type { PlaceKey } from "./progress.ts";

/** Positions are shares of the text; `runSought` is 0 or 1. */
export type ReadingRow = {
  fraction: number;
  locator: string | null;
  revision: number;
  updatedAt: string;
  device: string | null;
  client: string | null;
  sequence: number;
  streakBase: number;
  runStart: number;
  reached: number;
  reachedLocator: string | null;
  runSought: number;
  /** Furthest position that counts (BEYOND 6). */
  counted: number;
  /** When a jump that doesn't count yet was made, or null. */
  jumpedAt: string | null;
};

export type NewReadingJump = { fraction: number; locator: string | null; device: string | null; leftAt: string };

/** What a reader of paper said about their place. */
export type SaidRow = { fraction: number; saidAt: string; settled: number };

/** Each member's position in each text, positions left by a jump, and what readers of paper say. */
export function createReadingStore(db: Database) {
  const find = db.query<ReadingRow, PlaceKey>(
    `SELECT fraction, locator, revision, updated_at AS updatedAt, device, client, client_sequence AS sequence,
       streak_base AS streakBase, run_start AS runStart, reached, reached_locator AS reachedLocator,
       run_sought AS runSought, counted, jumped_at AS jumpedAt
     FROM reading_progress WHERE user_id = $userId AND book_id = $bookId`,
  );
  const save = db.query<never, ReadingRow & PlaceKey>(
    `INSERT INTO reading_progress (user_id, book_id, fraction, locator, revision, updated_at, device, client,
       client_sequence, streak_base, run_start, reached, reached_locator, run_sought, counted, jumped_at)
     VALUES ($userId, $bookId, $fraction, $locator, $revision, $updatedAt, $device, $client,
       $sequence, $streakBase, $runStart, $reached, $reachedLocator, $runSought, $counted, $jumpedAt)
     ON CONFLICT DO UPDATE SET fraction = $fraction, locator = $locator, revision = $revision,
       updated_at = $updatedAt, device = $device, client = $client, client_sequence = $sequence,
       streak_base = $streakBase, run_start = $runStart, reached = $reached, reached_locator = $reachedLocator,
       run_sought = $runSought, counted = $counted, jumped_at = $jumpedAt`,
  );
  const listJumps = db.query<ReadingJump, PlaceKey>(
    `SELECT id, fraction, locator, left_at AS leftAt, device
     FROM reading_jumps WHERE user_id = $userId AND book_id = $bookId ORDER BY id DESC`,
  );
  const insertJump = db.query<never, NewReadingJump & PlaceKey>(
    `INSERT INTO reading_jumps (user_id, book_id, fraction, locator, device, left_at)
     VALUES ($userId, $bookId, $fraction, $locator, $device, $leftAt)`,
  );
  const removeJumpsAt = db.query<never, PlaceKey & { fraction: number }>(
    `DELETE FROM reading_jumps WHERE user_id = $userId AND book_id = $bookId AND fraction = $fraction`,
  );
  const removeJump = db.query<never, { id: number }>(`DELETE FROM reading_jumps WHERE id = $id`);
  const removeOldJumps = db.query<never, PlaceKey & { kept: number }>(
    `DELETE FROM reading_jumps WHERE id IN (
       SELECT id FROM reading_jumps WHERE user_id = $userId AND book_id = $bookId
       ORDER BY id DESC LIMIT -1 OFFSET $kept)`,
  );
  const findSaid = db.query<SaidRow, PlaceKey>(
    `SELECT fraction, said_at AS saidAt, settled FROM reached_by_word WHERE user_id = $userId AND book_id = $bookId`,
  );
  const say = db.query<never, SaidRow & PlaceKey>(
    `INSERT INTO reached_by_word (user_id, book_id, fraction, said_at, settled)
     VALUES ($userId, $bookId, $fraction, $saidAt, $settled)
     ON CONFLICT DO UPDATE SET fraction = $fraction, said_at = $saidAt, settled = $settled`,
  );

  return {
    find: (key: PlaceKey): ReadingRow | null => find.get(key),
    save: (key: PlaceKey, row: ReadingRow) => {
      save.run({ ...key, ...row });
    },
    listJumps: (key: PlaceKey): ReadingJump[] => listJumps.all(key),
    /** Keeps the newest `JUMPS_KEPT`. Call inside a transaction. */
    insertJump: (key: PlaceKey, jump: NewReadingJump) => {
      removeJumpsAt.run({ ...key, fraction: jump.fraction });
      insertJump.run({ ...key, ...jump });
      removeOldJumps.run({ ...key, kept: JUMPS_KEPT });
    },
    removeJump: (id: number) => {
      removeJump.run({ id });
    },
    findSaid: (key: PlaceKey): SaidRow | null => findSaid.get(key),
    say: (key: PlaceKey, row: SaidRow) => {
      say.run({ ...key, ...row });
    },
  };
}
