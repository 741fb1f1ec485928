/** Runs `work` at most once: concurrent and later callers get its promise. A rejected run is forgotten, so the next call retries. */
export function memoizeAsync<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | null = null;
  return () => {
    running ??= work().catch((error: unknown) => {
      running = null;
      throw error;
    });
    return running;
  };
}
