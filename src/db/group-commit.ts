import type { Database } from "bun:sqlite";

type Waiting = { run: () => void; settle: () => void; fail: (error: unknown) => void };

/**
 * Runs small writes that arrive together as one transaction, so that they share one sync to the disk: a club where
 * many listen at once saves several times as often a second. Each promise is settled after the commit, so what was
 * answered is on the disk. A write that throws takes back its own changes alone; a commit that fails, all of them.
 */
export function createGroupCommit(db: Database): <Result>(write: () => Result) => Promise<Result> {
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
            // inside the other transaction this is a savepoint
            attempt(write);
            settled.push(write.settle);
          } catch (error) {
            // a full disk may have ended the whole transaction
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
