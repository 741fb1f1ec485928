import { POSITION_HISTORY_MAX } from "#contract/limits.ts";
import type { Jump } from "#contract/progress.ts";
import type { ReadingJump } from "#contract/reading.ts";

import type { Query } from "./query.ts";

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
  /** 1 if the client jumped to the start of the run, else 0. */
  runSought: number;
  counted: number;
};

/** Positions in seconds. */
export type ProgressRow = ProgressColumns & {
  position: number;
  chapter: number;
  /** The target of a jump that doesn't count yet. */
  jumpedTo: number | null;
  /** What counted before a file or the match last changed, as a share of the text and in seconds. */
  heldShare: number | null;
  heldSeconds: number | null;
};

export type ListeningProgress = Pick<ProgressRow, "counted" | "heldShare" | "heldSeconds">;

export type PlaceKey = { userId: number; bookId: number };
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

/** Sums of all books. `isWanted` is 0 for members who hide the time left. */
export type PaceRow = { pages: number; codePoints: number; seconds: number; isWanted: number };

type ReportedRow = { fraction: number; saidAt: string; settled: number };

export function createProgressStore(query: Query) {
  return createPlaceStore<ProgressRow, NewJump, Jump>(query, {
    table: "progress",
    columns: {
      ...RUN_COLUMNS,
      position: "position",
      chapter: "chapter",
      jumpedTo: "jumped_to",
      heldShare: "held_share",
      heldSeconds: "held_seconds",
    },
    jumps: "progress_jumps",
    jumpColumns: { ...JUMP_COLUMNS, position: "position", chapter: "chapter" },
    listed: "position AS currentTime, chapter",
    at: "position",
  });
}

/** Positions in texts, jumps, and positions that readers of printed copies report. */
export function createReadingStore(query: Query) {
  const findReported = query<ReportedRow>(
    `SELECT fraction, said_at AS saidAt, settled FROM reached_by_word WHERE user_id = $userId AND book_id = $bookId`,
  );
  const saveReported = query(
    `INSERT INTO reached_by_word (user_id, book_id, fraction, said_at, settled)
     VALUES ($userId, $bookId, $fraction, $saidAt, $settled)
     ON CONFLICT DO UPDATE SET fraction = $fraction, said_at = $saidAt, settled = $settled`,
  );
  const findPace = query<PaceRow>(
    `SELECT coalesce(sum(paced_pages), 0) AS pages, coalesce(sum(paced_code_points), 0) AS codePoints,
            coalesce(sum(paced_seconds), 0) AS seconds,
            coalesce((SELECT wants_pace FROM users WHERE id = $userId), 0) AS isWanted
     FROM reading_progress WHERE user_id = $userId`,
  );
  return {
    ...createPlaceStore<ReadingRow, NewReadingJump, ReadingJump>(query, {
      table: "reading_progress",
      columns: {
        ...RUN_COLUMNS,
        fraction: "fraction",
        locator: "locator",
        reachedLocator: "reached_locator",
        jumpedAt: "jumped_at",
        pacedPages: "paced_pages",
        pacedCodePoints: "paced_code_points",
        pacedSeconds: "paced_seconds",
      },
      jumps: "reading_jumps",
      jumpColumns: { ...JUMP_COLUMNS, fraction: "fraction", locator: "locator" },
      listed: "fraction, locator",
      at: "fraction",
    }),
    findPace: (userId: number): PaceRow =>
      findPace.get({ userId }) ?? { pages: 0, codePoints: 0, seconds: 0, isWanted: 0 },
    findReported: (key: PlaceKey): ReportedRow | null => findReported.get(key),
    saveReported: (key: PlaceKey, row: ReportedRow) => void saveReported.run({ ...key, ...row }),
  };
}

type Values = Record<string, string | number | null>;

type ColumnNames<Row> = Record<keyof Row & string, string>;

type ProgressTables<Row, NewJump> = {
  table: string;
  columns: ColumnNames<Row>;
  jumps: string;
  jumpColumns: ColumnNames<NewJump>;
  listed: string;
  /** The column that is equal for jumps to the same position. */
  at: keyof NewJump & string;
};

const RUN_COLUMNS = {
  revision: "revision",
  updatedAt: "updated_at",
  device: "device",
  client: "client",
  sequence: "client_sequence",
  streakBase: "streak_base",
  runStart: "run_start",
  reached: "reached",
  runSought: "run_sought",
  counted: "counted",
} as const;

const JUMP_COLUMNS = { device: "device", leftAt: "left_at" } as const;

const OWN_ROW = "user_id = $userId AND book_id = $bookId";

export type PlaceStore<Row, NewJump, Jump> = {
  find: (key: PlaceKey) => Row | null;
  save: (key: PlaceKey, row: Row) => void;
  listJumps: (key: PlaceKey) => Jump[];
  /** Deletes all but the newest `POSITION_HISTORY_MAX`. Call it inside a transaction. */
  insertJump: (key: PlaceKey, jump: NewJump) => void;
  removeJump: (id: number) => void;
};

function createPlaceStore<Row extends Values, NewJump extends Values, Jump>(
  query: Query,
  { table, columns, jumps, jumpColumns, listed, at }: ProgressTables<Row, NewJump>,
): PlaceStore<Row, NewJump, Jump> {
  const pairs = Object.entries<string>(columns);
  const find = query<Row>(
    `SELECT ${pairs.map(([name, column]) => `${column} AS ${name}`).join(", ")} FROM ${table} WHERE ${OWN_ROW}`,
  );
  const save = query(
    `${insertInto(table, columns)}
     ON CONFLICT DO UPDATE SET ${pairs.map(([name, column]) => `${column} = $${name}`).join(", ")}`,
  );
  const listJumps = query<Jump>(
    `SELECT id, ${listed}, left_at AS leftAt, device FROM ${jumps} WHERE ${OWN_ROW} ORDER BY id DESC`,
  );
  const insertJump = query(insertInto(jumps, jumpColumns));
  const removeJumpsAt = query(`DELETE FROM ${jumps} WHERE ${OWN_ROW} AND ${at} = $${at}`);
  const removeJump = query(`DELETE FROM ${jumps} WHERE id = $id`);
  const removeOldJumps = query(
    `DELETE FROM ${jumps} WHERE id IN (SELECT id FROM ${jumps} WHERE ${OWN_ROW} ORDER BY id DESC LIMIT -1 OFFSET $max)`,
  );

  return {
    find: (key) => find.get(key),
    save: (key, row) => void save.run({ ...key, ...row }),
    listJumps: (key) => listJumps.all(key),
    insertJump: (key, jump) => {
      removeJumpsAt.run({ ...key, [at]: jump[at] ?? null });
      insertJump.run({ ...key, ...jump });
      removeOldJumps.run({ ...key, max: POSITION_HISTORY_MAX });
    },
    removeJump: (id) => void removeJump.run({ id }),
  };
}

function insertInto(table: string, columns: Record<string, string>): string {
  const names = Object.keys(columns).map((name) => `$${name}`);
  return `INSERT INTO ${table} (user_id, book_id, ${Object.values(columns).join(", ")})
     VALUES ($userId, $bookId, ${names.join(", ")})`;
}
