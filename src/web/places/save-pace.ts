/** Milliseconds between two saves. */
const GAP = 1000;

/** At most one save a second. One as the page closes can't wait, and counts for the next second. */
export function paceSaves(elapsed = () => performance.now()) {
  let gap = GAP;
  let freeAt = Number.NEGATIVE_INFINITY;
  let goNow: () => void = () => undefined;
  return {
    async ready(): Promise<void> {
      for (let left = freeAt - elapsed(); left > 0; left = freeAt - elapsed())
        await new Promise<void>((resolve) => {
          goNow = resolve;
          setTimeout(resolve, left);
        });
    },
    /** Stops waiting, because the session is about to end. */
    hurry(): void {
      gap = 0;
      freeAt = Number.NEGATIVE_INFINITY;
      goNow();
    },
    sent(): void {
      freeAt = Math.max(freeAt, elapsed()) + gap;
    },
  };
}
