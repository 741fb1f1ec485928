import type { Database } from "bun:sqlite";

type Waiting = { run: () => void; settle: () => void; fail: (error: unknown) => void };

/** Commits writes of one event-loop turn together, sharing one fsync; each that throws rolls back only itself. */
export function createBatchWrite(db: Database): <Result>(write: () => Result) => Promise<Result> {
  let waiting: Waiting[] = [];

  const commit = () => {
    const group = waiting;
    waiting = [];
    const settled: (() => void)[] = [];
    const attempt = db.transaction((write: Waiting) => write.run());
    try {
      db.transaction(() => {
        for (const write of group) {
          try {
            // nested, so a savepoint
            attempt(write);
            settled.push(write.settle);
          } catch (error) {
            // a full disk may have rolled back the whole transaction
            if (!db.inTransaction) throw error;
            settled.push(() => write.fail(error));
          }
        }
      }).immediate();
    } catch (error) {
      for (const write of group) write.fail(error);
      return;
    }
    for (const settle of settled) settle();
  };

  return <Result>(write: () => Result) =>
    new Promise<Result>((resolve, reject) => {
      let result: { value: Result } | null = null;
      if (waiting.length === 0) setImmediate(commit);
      waiting.push({
        run: () => {
          result = { value: write() };
        },
        settle: () => result && resolve(result.value),
        fail: reject,
      });
    });
}
