const INTERVAL_MS = 20;
/** How long tests wait for a state, in milliseconds. Only a broken test waits so long, even on a busy machine. */
export const PATIENCE_MS = 90_000;

/**
 * Polls `look` until its result `holds` (or is truthy) and returns it. Throws with the last result after `patience`
 * milliseconds.
 */
export async function until<T>(
  look: () => T | Promise<T>,
  holds: (result: T) => boolean = Boolean,
  patience = PATIENCE_MS,
): Promise<T> {
  const deadline = Date.now() + patience;
  for (;;) {
    const result = await look();
    if (holds(result)) return result;
    if (Date.now() > deadline) throw new Error(`Gave up waiting; last seen: ${JSON.stringify(result)}`);
    await Bun.sleep(INTERVAL_MS);
  }
}
