/** Runs something that nobody waits for once the page has nothing better to do. Gives a way to call it off. */
export function whenIdle(run: () => void): () => void {
  // Safari has no such call
  if (!("requestIdleCallback" in globalThis)) {
    const timer = setTimeout(run);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: 1000 });
  return () => cancelIdleCallback(handle);
}
