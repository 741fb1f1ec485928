const SAVE_INTERVAL_MS = 1000;

/** Allows one save a second. A save of a closing page can't wait, and counts for the next second. */
export function createSaveThrottle(elapsed = () => performance.now()) {
  let intervalMs = SAVE_INTERVAL_MS;
  let freeAt = Number.NEGATIVE_INFINITY;
  let stopWaiting: () => void = () => undefined;
  return {
    async ready(): Promise<void> {
      for (let left = freeAt - elapsed(); left > 0; left = freeAt - elapsed())
        await new Promise<void>((resolve) => {
          stopWaiting = resolve;
          setTimeout(resolve, left);
        });
    },
    disable(): void {
      intervalMs = 0;
      freeAt = Number.NEGATIVE_INFINITY;
      stopWaiting();
    },
    sent(): void {
      freeAt = Math.max(freeAt, elapsed()) + intervalMs;
    },
  };
}
