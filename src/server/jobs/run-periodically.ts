type When = { firstMs: number; everyMs: number };

/**
 * Runs `work` again and again, never twice at the same time. `onError` gets what it throws.
 * @returns a stop function
 */
export function runPeriodically(
  { firstMs, everyMs }: When,
  work: () => unknown,
  onError: (error: unknown) => void,
): () => void {
  let isRunning = false;
  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      await work();
    } catch (error) {
      onError(error);
    } finally {
      isRunning = false;
    }
  };
  if (firstMs === 0) void run();
  const first = firstMs === 0 ? undefined : setTimeout(() => void run(), firstMs);
  const timer = setInterval(() => void run(), everyMs);
  first?.unref();
  timer.unref();
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}
