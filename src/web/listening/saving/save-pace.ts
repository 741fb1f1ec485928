/** Milliseconds between two saves. */
const GAP = 1000;

/** At most one save a second. One as the page closes can't wait, and counts for the next second. */
export function paceSaves(elapsed = () => performance.now()) {
  let freeAt = Number.NEGATIVE_INFINITY;
  return {
    async ready(): Promise<void> {
      for (let left = freeAt - elapsed(); left > 0; left = freeAt - elapsed())
        await new Promise((resolve) => setTimeout(resolve, left));
    },
    sent(): void {
      freeAt = Math.max(freeAt, elapsed()) + GAP;
    },
  };
}
