import type { Database } from "bun:sqlite";

const KEYS_MAX = 1000;

/** Returns the value of `key`, from `read` unless it is cached. Callers share it, so they must not change it. */
export type CachedQuery<Value> = (key: string, read: () => Value) => Value;

/**
 * Makes caches of query results. All of them are emptied whenever anything in the database changes, so no result is ever
 * stale. Figures of what it saves are in docs/performance.md.
 */
export function createQueryCache(db: Database): <Value>() => CachedQuery<Value> {
  const generation = createChangeCounter(db);
  return <Value>(): CachedQuery<Value> => {
    const known = new Map<string, Value>();
    let seen = -1;
    return (key, read) => {
      // the transaction may yet be rolled back
      if (db.inTransaction) return read();
      const now = generation();
      if (now !== seen || known.size >= KEYS_MAX) known.clear();
      seen = now;
      const cached = known.get(key);
      if (cached !== undefined) return cached;
      const value = read();
      known.set(key, value);
      return value;
    };
  };
}

/**
 * Counts changes of the database. `data_version`, which covers other processes, takes 1 µs and six system calls, so it is
 * read once per turn of the event loop: calls answered in one turn had all arrived before it.
 */
function createChangeCounter(db: Database): () => number {
  const ownChanges = db.query<{ count: number }, []>("SELECT total_changes() AS count");
  const otherChanges = db.query<{ data_version: number }, []>("PRAGMA data_version");
  let own = -1;
  let others = -1;
  let generation = 0;
  let isFresh = false;

  return () => {
    const count = ownChanges.get()?.count ?? 0;
    const version = isFresh ? others : (otherChanges.get()?.data_version ?? 0);
    if (!isFresh) setImmediate(() => (isFresh = false));
    isFresh = true;
    if (count !== own || version !== others) generation += 1;
    [own, others] = [count, version];
    return generation;
  };
}
