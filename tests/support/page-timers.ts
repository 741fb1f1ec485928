type Timer = ReturnType<typeof setTimeout>;

const running = new Set<Timer>();

/** Keeps account of what pages do later, from here on, for `dropTimers`. Refuses what browsers do at once instead. */
export function watchTimers(): void {
  const { setTimeout, setInterval, clearTimeout, clearInterval } = globalThis;
  const schedule = (run: (...args: unknown[]) => void, after = 0, ...args: unknown[]): Timer => {
    if (after >= 2 ** 31) throw new Error("Further away than a timer can be. Use useTimeout.");
    const timer = setTimeout(() => {
      running.delete(timer);
      run(...args);
    }, after);
    // the others run before the test's end is dealt with
    if (after > 0) running.add(timer);
    return timer;
  };
  const repeat = (run: (...args: unknown[]) => void, after?: number, ...args: unknown[]): Timer => {
    const timer = setInterval(run, after, ...args);
    running.add(timer);
    return timer;
  };
  const end = (clear: (timer?: Timer) => void) => (timer?: Timer) => {
    if (timer !== undefined) running.delete(timer);
    clear(timer);
  };
  Object.assign(globalThis, {
    setTimeout: schedule,
    setInterval: repeat,
    clearTimeout: end(clearTimeout),
    clearInterval: end(clearInterval),
  });
}

/** A page that is gone does nothing more: lets it finish what is due now, and drops what it would do later. */
export async function dropTimers(): Promise<void> {
  await new Promise<void>((resolve) => void setTimeout(resolve));
  for (const timer of running) clearTimeout(timer);
}
