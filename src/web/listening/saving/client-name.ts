/** Statuses of saves the server will never accept. */
export const PERMANENT_REFUSALS: ReadonlySet<number> = new Set([400, 403, 404, 422]);

/** Locks a player's name until `signal` or the page's end; false when another page has it. */
export function lockClientName(name: string, signal: AbortSignal): Promise<boolean> {
  // Missing on plain http.
  const locks: LockManager | null | undefined = navigator.locks;
  if (!locks) return Promise.resolve(false);
  return new Promise((resolve) => {
    void locks.request(`player ${name}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock && new Promise<void>((release) => signal.addEventListener("abort", () => release()));
    });
  });
}
