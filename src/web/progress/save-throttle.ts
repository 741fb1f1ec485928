const SAVE_INTERVAL_MS = 1000;

/** Allows one save a second. A save of a closing page can't wait, and counts for the next second. */
export function createSaveThrottle(elapsed = () => performance.now()) {
  let intervalMs = SAVE_INTERVAL_MS;
  let freeAt = Number.NEGATIVE_INFINITY;
  let stopWaiting: () => void = () => undefined;
  return {
    async ready(): Promise<void> {
      for (let remainingMs = freeAt - elapsed(); remainingMs > 0; remainingMs = freeAt - elapsed())
        await new Promise<void>((resolve) => {
          stopWaiting = resolve;
          setTimeout(resolve, remainingMs);
        });
    },
    disable(): void {
      intervalMs = 0;
      freeAt = Number.NEGATIVE_INFINITY;
      stopWaiting();
    },
    markSent(): void {
      freeAt = Math.max(freeAt, elapsed()) + intervalMs;
    },
  };
}
