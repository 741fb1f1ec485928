const INTERVAL_MS = 20;

/**
 * Polls `look` until its result `holds` (or is truthy) and returns it. Throws with the last result after `patience`
 * milliseconds.
 */
export async function until<T>(
  look: () => T | Promise<T>,
  holds: (seen: T) => boolean = Boolean,
  patience = 20_000,
): Promise<T> {
  const deadline = Date.now() + patience;
  for (;;) {
    const seen = await look();
    if (holds(seen)) return seen;
    if (Date.now() > deadline) throw new Error(`Gave up waiting; last seen: ${JSON.stringify(seen)}`);
    await Bun.sleep(INTERVAL_MS);
  }
}
