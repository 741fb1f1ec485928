/** The longest time for which the event loop was blocked, in milliseconds, and the cause. */
export type Gap = { ms: number; what: string };

const EVERY_MS = 20;

/**
 * Calls `probe` every 20 ms while `call` runs. A gap is a probe's delay, by the clock or by this process's CPU time in
 * between, whichever is less: on a busy machine the clock counts other processes' work.
 */
export async function watchGaps<Result>(probe: () => Promise<unknown>, call: () => Promise<Result>) {
  let ms = 0;
  const aborter = new AbortController();
  const probeLoop = (async () => {
    while (!aborter.signal.aborted) {
      const [dueMs, cpuBefore] = [performance.now() + EVERY_MS, process.cpuUsage()];
      await Bun.sleep(EVERY_MS);
      await probe();
      const { user, system } = process.cpuUsage(cpuBefore);
      ms = Math.max(ms, Math.min(performance.now() - dueMs, (user + system) / 1000));
    }
  })();
  // the first probe has started before the call begins
  await Bun.sleep(1);
  const [outcome] = await Promise.allSettled([call()]);
  aborter.abort();
  await probeLoop;
  if (outcome.status === "rejected") throw outcome.reason;
  return { result: outcome.value, ms };
}
