import type { Database } from "bun:sqlite";

/** More than a club has members at once. */
const KEYS_MAX = 1000;

/**
 * Tells a number that grows whenever anything in the database has changed since it was last asked.
 *
 * Changes of this process count at once (0.1 µs). Those of other processes, a command line beside the server, are asked
 * for once in a turn of the event loop (1 µs and six system calls): calls that are answered in the same turn had all
 * come before it, so that what is committed meanwhile may count as later than they are.
 */
export function createChangeWatch(db: Database): () => number {
  const ownChanges = db.query<{ count: number }, []>("SELECT total_changes() AS count");
  const otherChanges = db.query<{ data_version: number }, []>("PRAGMA data_version");
  let own = -1;
  let others = -1;
  let generation = 0;
  let isAsked = false;

  return () => {
    const count = ownChanges.get()?.count ?? 0;
    const version = isAsked ? others : (otherChanges.get()?.data_version ?? 0);
    if (!isAsked) setImmediate(() => (isAsked = false));
    isAsked = true;
    if (count !== own || version !== others) generation += 1;
    [own, others] = [count, version];
    return generation;
  };
}

/**
 * Keeps what was read until anything in the database changes, so that what each call asks for is read once and is never
 * out of date.
 * @param generation of the same database; recalls may share one
 */
export function createRecall<Value>(db: Database, generation: () => number): (key: string, read: () => Value) => Value {
  const known = new Map<string, Value>();
  let seen = -1;

  return (key, read) => {
    // what a transaction sees may yet be taken back
    if (db.inTransaction) return read();
    const now = generation();
    if (now !== seen || known.size >= KEYS_MAX) known.clear();
    seen = now;
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    const value = read();
    known.set(key, value);
    return value;
  };
}
