import type { Database } from "bun:sqlite";

type PendingWrite = { run: () => void; resolve: () => void; reject: (error: unknown) => void };

/** Commits the writes of an event-loop tick together, with one fsync; a write that throws rolls back only itself. */
export function createBatchWrite(db: Database): <Result>(write: () => Result) => Promise<Result> {
  let pending: PendingWrite[] = [];

  const commit = () => {
    const group = pending;
    pending = [];
    const callbacks: (() => void)[] = [];
    const attempt = db.transaction((write: PendingWrite) => write.run());
    try {
      db.transaction(() => {
        for (const write of group) {
          try {
            // nested, so a savepoint
            attempt(write);
            callbacks.push(write.resolve);
          } catch (error) {
            // a full disk may have rolled back the whole transaction
            if (!db.inTransaction) throw error;
            callbacks.push(() => write.reject(error));
          }
        }
      }).immediate();
    } catch (error) {
      for (const write of group) write.reject(error);
      return;
    }
    for (const callback of callbacks) callback();
  };

  return <Result>(write: () => Result) =>
    new Promise<Result>((resolve, reject) => {
      let result: { value: Result } | null = null;
      if (pending.length === 0) setImmediate(commit);
      pending.push({
        run: () => {
          result = { value: write() };
        },
        resolve: () => result && resolve(result.value),
        reject,
      });
    });
}
