/**
 * Runs what is asked under one key one after another. The protocol's own locks aren't used for checking a file, which
 * takes up to a minute: who waits for one of them polls, and breaks off its holder.
 */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const before = last.get(key) ?? Promise.resolve();
    const own = before.then(work, work);
    last.set(key, own);
    try {
      return await own;
    } finally {
      if (last.get(key) === own) last.delete(key);
    }
  };
}
