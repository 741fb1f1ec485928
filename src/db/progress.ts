import { POSITION_HISTORY_MAX } from "#contract/limits.ts";
import type { Jump } from "#contract/progress.ts";
import type { ReadingJump } from "#contract/reading.ts";

import { type Query, rowOf } from "./query.ts";

export type ProgressColumns = {
  revision: number;
  updatedAt: string;
  device: string | null;
  /** The client that saved last, and its sequence number. */
  client: string | null;
  sequence: number;
  /** The revision before the client's consecutive saves. */
  streakBase: number;
  runStart: number;
  reached: number;
  /** Whether the client jumped to the start of the run. */
  runSought: boolean;
  counted: number;
};

/** Positions in seconds. */
export type ProgressRow = ProgressColumns & {
  position: number;
  chapter: number;
  /** The target of a jump that doesn't count yet. */
  jumpedTo: number | null;
  /** The furthest position before the file or the match last changed, as a fraction of the text and in seconds. */
  heldShare: number | null;
  heldSeconds: number | null;
};

export type ListeningProgress = Pick<ProgressRow, "counted" | "heldShare" | "heldSeconds">;

export type ProgressKey = { userId: number; bookId: number };
export type NewJump = { position: number; chapter: number; device: string | null; leftAt: string };

/** Positions are shares of the text. */
export type ReadingRow = ProgressColumns & {
  fraction: number;
  locator: string | null;
  reachedLocator: string | null;
  jumpedAt: string | null;
  /** Pages that were turned at a reading pace. */
  pacedPages: number;
  pacedCodePoints: number;
  pacedSeconds: number;
};

type NewReadingJump = { fraction: number; locator: string | null; device: string | null; leftAt: string };

/** Sums of all books. `isWanted` is false for members who hide the time left. */
export type PaceRow = { pages: number; codePoints: number; seconds: number; isWanted: boolean };

type ReportedRow = { fraction: number; saidAt: string; settled: number };

export type PositionStore<Row, NewJump, Jump> = {
  find: (key: ProgressKey) => Row | null;
  save: (key: ProgressKey, row: Row) => void;
  listJumps: (key: ProgressKey) => Jump[];
  /** Deletes all but the newest `POSITION_HISTORY_MAX`. Call it inside a transaction. */
  insertJump: (key: ProgressKey, jump: NewJump) => void;
  deleteJump: (id: number) => void;
};

export function createProgressStore(query: Query): PositionStore<ProgressRow, NewJump, Jump> {
  const { oneOrNull, all, run } = query;
  const { isOwn, selected, toRow } = createSharedSql(query);
  return {
    find: (key) => oneOrNull<ProgressRow>`
      SELECT ${selected}, position, chapter, jumped_to AS jumpedTo, held_share AS heldShare,
             held_seconds AS heldSeconds
      FROM progress WHERE ${isOwn(key)}`,
    save: (key, row) => run`
      INSERT OR REPLACE INTO progress ${toRow(key, row)}`,
    listJumps: (key) => all<Jump>`
      SELECT id, position AS currentTime, chapter, left_at AS leftAt, device FROM progress_jumps
      WHERE ${isOwn(key)} ORDER BY id DESC`,
    insertJump: (key, { position, chapter, device, leftAt }) => {
      const { userId, bookId } = key;
      run`DELETE FROM progress_jumps WHERE ${isOwn(key)} AND position = ${position}`;
      run`INSERT INTO progress_jumps ${rowOf({ userId, bookId, position, chapter, device, leftAt })}`;
      run`
        DELETE FROM progress_jumps WHERE id IN (
          SELECT id FROM progress_jumps WHERE ${isOwn(key)} ORDER BY id DESC LIMIT -1 OFFSET ${POSITION_HISTORY_MAX})`;
    },
    deleteJump: (id) => run`DELETE FROM progress_jumps WHERE id = ${id}`,
  };
}

/** Positions in texts, jumps, and positions that readers of printed copies report. */
export function createReadingStore(query: Query) {
  const { one, oneOrNull, all, run } = query;
  const { isOwn, selected, toRow } = createSharedSql(query);
  const positions: PositionStore<ReadingRow, NewReadingJump, ReadingJump> = {
    find: (key) => oneOrNull<ReadingRow>`
      SELECT ${selected}, fraction, locator, reached_locator AS reachedLocator, jumped_at AS jumpedAt,
             paced_pages AS pacedPages, paced_code_points AS pacedCodePoints, paced_seconds AS pacedSeconds
      FROM reading_progress WHERE ${isOwn(key)}`,
    save: (key, row) => run`
      INSERT OR REPLACE INTO reading_progress ${toRow(key, row)}`,
    listJumps: (key) => all<ReadingJump>`
      SELECT id, fraction, locator, left_at AS leftAt, device FROM reading_jumps
      WHERE ${isOwn(key)} ORDER BY id DESC`,
    insertJump: (key, { fraction, locator, device, leftAt }) => {
      const { userId, bookId } = key;
      run`DELETE FROM reading_jumps WHERE ${isOwn(key)} AND fraction = ${fraction}`;
      run`INSERT INTO reading_jumps ${rowOf({ userId, bookId, fraction, locator, device, leftAt })}`;
      run`
        DELETE FROM reading_jumps WHERE id IN (
          SELECT id FROM reading_jumps WHERE ${isOwn(key)} ORDER BY id DESC LIMIT -1 OFFSET ${POSITION_HISTORY_MAX})`;
    },
    deleteJump: (id) => run`DELETE FROM reading_jumps WHERE id = ${id}`,
  };
  return {
    ...positions,
    findPace: (userId: number) => one<PaceRow>`
      SELECT coalesce(sum(paced_pages), 0) AS pages, coalesce(sum(paced_code_points), 0) AS codePoints,
             coalesce(sum(paced_seconds), 0) AS seconds,
             coalesce((SELECT wants_pace FROM users WHERE id = ${userId}), 0) AS "isWanted:boolean"
      FROM reading_progress WHERE user_id = ${userId}`,
    findReported: (key: ProgressKey) => oneOrNull<ReportedRow>`
      SELECT fraction, said_at AS saidAt, settled FROM reached_by_word WHERE ${isOwn(key)}`,
    saveReported: ({ userId, bookId }: ProgressKey, { fraction, saidAt, settled }: ReportedRow) => run`
      INSERT OR REPLACE INTO reached_by_word ${rowOf({ userId, bookId, fraction, saidAt, settled })}`,
  };
}

/** Parts about the columns that both tables have. */
function createSharedSql({ sql }: Query) {
  return {
    isOwn: ({ userId, bookId }: ProgressKey) => sql`user_id = ${userId} AND book_id = ${bookId}`,
    selected: sql`revision, updated_at AS updatedAt, device, client, client_sequence AS sequence,
      streak_base AS streakBase, run_start AS runStart, reached, run_sought AS "runSought:boolean", counted`,
    toRow: ({ userId, bookId }: ProgressKey, { sequence: clientSequence, ...row }: ProgressRow | ReadingRow) =>
      rowOf({ userId, bookId, clientSequence, ...row }),
  };
}
