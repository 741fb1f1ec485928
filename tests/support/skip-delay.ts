/** Fires timers of exactly `delay` milliseconds at once while `work` runs, such as a retry's. */
export async function skippingDelay(delay: number, work: () => Promise<unknown>): Promise<void> {
  const schedule = globalThis.setTimeout;
  const scheduleNow = (run: () => void, after?: number) => schedule(run, after === delay ? 0 : after);
  globalThis.setTimeout = scheduleNow as typeof setTimeout;
  await work().finally(() => (globalThis.setTimeout = schedule));
}
