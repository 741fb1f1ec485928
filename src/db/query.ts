import { constants, type Database, type Statement } from "bun:sqlite";

type Values = Readonly<Record<string, string | number | boolean | null | Uint8Array>>;

/** Prepares a statement. Its parameters, like `$bookId`, get their values by name; one that is missing throws. */
export type Query = <Row = never>(sql: string) => Statement<Row, Values[]>;

export function createQuery(db: Database): Query {
  return (sql) => db.query(sql);
}

const KEYS_MAX = 1000;
/** Milliseconds between checks for changes by other processes, such as `bookclub book import`. */
const EXTERNAL_CHANGE_CHECK_MS = 50;

/**
 * Remembers what reads return until the database changes (decision 0030). Only the stores know it. What is returned is
 * shared, so callers must not change it.
 */
export function createQueryCache(db: Database) {
  const generation = createChangeCounter(db);
  return <Given extends readonly unknown[], Value>(read: (...given: Given) => Value) => {
    const known = new Map<string, Value>();
    let seen = -1;
    return (...given: Given): Value => {
      // the transaction may yet be rolled back
      if (db.inTransaction) return read(...given);
      const now = generation();
      if (now !== seen || known.size >= KEYS_MAX) known.clear();
      seen = now;
      const key = JSON.stringify(given);
      const cached = known.get(key);
      if (cached !== undefined) return cached;
      const value = read(...given);
      known.set(key, value);
      return value;
    };
  };
}

/** A number that changes with the database: at once for this process, within OTHERS_MS for others. */
function createChangeCounter(db: Database): () => number {
  const lookAtFile = db.query("PRAGMA data_version");
  const version = new Uint32Array(2);
  let lookedAt = -Infinity;

  return () => {
    const now = performance.now();
    // only this notices other processes, and it takes longer than everything else here
    if (now - lookedAt >= EXTERNAL_CHANGE_CHECK_MS) {
      lookAtFile.values();
      lookedAt = now;
    }
    db.fileControl(constants.SQLITE_FCNTL_DATA_VERSION, version);
    return version[0] ?? 0;
  };
}
