/** Runs `work` once for all callers; the next call after a rejection retries. */
export function memoizeAsync<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let pending: Promise<Result> | null = null;
  return () => {
    pending ??= work().catch((error: unknown) => {
      pending = null;
      throw error;
    });
    return pending;
  };
}
