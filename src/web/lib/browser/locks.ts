/**
 * Runs with the lock, one tab at a time, or without it in a browser that lacks or denies locks.
 * @param run gets false only with `ifAvailable`, if another tab has the lock
 */
export async function withLock<Result>(
  name: string,
  options: LockOptions,
  run: (hasLock: boolean) => Promise<Result>,
): Promise<Result> {
  let hasRun = false;
  const runInLock = (lock: Lock | null) => {
    hasRun = true;
    return run(lock !== null);
  };
  try {
    return await navigator.locks.request(name, options, runInLock);
  } catch (error) {
    if (hasRun) throw error;
    return run(true);
  }
}
