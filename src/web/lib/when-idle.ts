/** Runs something when the page is idle. @returns a function to cancel */
export function whenIdle(run: () => void): () => void {
  // Safari has no requestIdleCallback
  if (!("requestIdleCallback" in globalThis)) {
    const timer = setTimeout(run);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: 1000 });
  return () => cancelIdleCallback(handle);
}
