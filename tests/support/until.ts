const INTERVAL_MS = 20;

/**
 * Polls `look` until what it sees `holds` (or is truthy) and returns that.
 * Throws with the last thing seen after `patience` milliseconds.
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
