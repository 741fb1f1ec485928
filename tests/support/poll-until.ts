const POLL_INTERVAL_MS = 20;
/** How long tests wait for a state, in milliseconds. Only a broken test waits so long, even on a busy machine. */
export const STATE_TIMEOUT_MS = 90_000;

/**
 * Polls `readState` until its result `isReached` (or is truthy) and returns it. Throws with the last result after `timeoutMs`
 * milliseconds.
 */
export async function until<T>(
  readState: () => T | Promise<T>,
  isReached: (result: T) => boolean = Boolean,
  timeoutMs = STATE_TIMEOUT_MS,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const result = await readState();
    if (isReached(result)) return result;
    if (Date.now() > deadline) throw new Error(`Gave up waiting; last seen: ${JSON.stringify(result)}`);
    await Bun.sleep(POLL_INTERVAL_MS);
  }
}
